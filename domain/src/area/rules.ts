import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { type Transitions, transition } from "../common/state-machine.ts";
import type { ImageStatus } from "../image/image.ts";
import { MESSAGES } from "../messages.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";
import type { AreaStatus } from "./area.ts";

export const areaTransitions = {
  void: { from: ["not_taken", "pending", "approved", "rejected"], to: "voided" },
  /** Back to what its photo makes of it; the table's `to` is what it is without one. */
  restore: { from: ["voided"], to: "not_taken" },
} as const satisfies Transitions<AreaStatus, string>;

const STATUS_OF_IMAGE: Readonly<Record<ImageStatus, AreaStatus>> = {
  not_taken: "not_taken",
  uploaded: "pending",
  processed: "pending",
  pending: "pending",
  approved: "approved",
  rejected: "rejected",
};

/** Decision 32: voided wins, then the current image's. */
export function areaStatus(area: { voided: boolean; imageStatus: ImageStatus | null }): AreaStatus {
  if (area.voided) return "voided";
  if (area.imageStatus === null) return "not_taken";
  return STATUS_OF_IMAGE[area.imageStatus];
}

type AreaImage = { sid: string; status: ImageStatus; createdAt: string | Date };

/**
 * Which of an area's photos is its current one: the newest not rejected, else the newest, so that an area
 * whose every photo was rejected says so (decision 31). Equal times go by id, to be the same every time.
 */
export function currentImage<I extends AreaImage>(images: readonly I[]): I | null {
  const newestFirst = images.toSorted(
    (a, b) => new Date(b.createdAt).getTime() - new Date(a.createdAt).getTime() || (a.sid < b.sid ? 1 : -1),
  );
  return newestFirst.find((image) => image.status !== "rejected") ?? newestFirst[0] ?? null;
}

/** What the popover of an area offers, and why not (spec §2). */
export const areaCan = {
  drillTo: (area: { imageSid: string | null }): Outcome<true> =>
    area.imageSid === null ? refuse("This area has no photo yet.") : allow,
  void: (area: { status: AreaStatus }, project: EventState): Outcome<true> => {
    const open = eventIsOpen(project);
    if (!open.ok) return open;
    const outcome = transition(areaTransitions, "area", area.status, "void");
    return outcome.ok ? allow : refuse("This area is already voided.");
  },
  restore: (area: { status: AreaStatus }, project: EventState): Outcome<true> => {
    const open = eventIsOpen(project);
    if (!open.ok) return open;
    const outcome = transition(areaTransitions, "area", area.status, "restore");
    return outcome.ok ? allow : refuse("This area is not voided.");
  },
  delete: (_area: { status: AreaStatus }, project: EventState): Outcome<true> => eventIsOpen(project),
  /** Makes and voids ranges; links and unlinks photos, also of a voided one: that a photo of it appears is worth to be seen. */
  edit: (project: EventState): Outcome<true> => eventIsOpen(project),
} as const;

/** Numbers that follow each other without a gap, both ends included. */
export type AreaRun = { from: number; to: number };
/** A run this long is written by its ends. */
const SHORTEST_RUN = 3;

/** Numbers in order, as people say them: what follows on without a gap is one run, of two at most each its own. */
export function areaRuns(numbers: readonly number[]): AreaRun[] {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b);
  const runs: AreaRun[] = [];
  for (const number of sorted) {
    const run = runs.at(-1);
    if (run?.to === number - 1) run.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs.flatMap(({ from, to }) =>
    to - from + 1 >= SHORTEST_RUN || from === to
      ? [{ from, to }]
      : [
          { from, to: from },
          { from: to, to },
        ],
  );
}

/** `1–40`, or `52` when it is one number. */
export const formatAreaRun = ({ from, to }: AreaRun): string => (from === to ? String(from) : `${from}–${to}`);

/** Numbers as people say them, in order, runs by their ends: `1–40, 52`. */
export const formatAreaRanges = (numbers: readonly number[]): string => areaRuns(numbers).map(formatAreaRun).join(", ");

/** What a range call reports (spec §8): the names, or the warning when it changed none. */
export const areasCreated = (numbers: readonly number[]): string =>
  numbers.length === 0 ? MESSAGES.noAreasCreated : `Areas ${formatAreaRanges(numbers)} successfully created`;
export const areasVoided = (numbers: readonly number[]): string =>
  numbers.length === 0 ? MESSAGES.noAreasVoided : `Areas ${formatAreaRanges(numbers)} successfully voided`;
