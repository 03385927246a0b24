import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { type Transitions, transition } from "../common/state-machine.ts";
import type { ImageStatus } from "../image/image.ts";
import { MESSAGES } from "../messages.ts";
import { type EventState, eventIsOpen } from "../project/open.ts";
import type { AreaStatus } from "./area.ts";

export const areaTransitions = {
  void: { from: ["not_taken", "pending", "approved", "rejected"], to: "voided" },
  /** `to` applies to an area without an image; otherwise the image decides the status. */
  restore: { from: ["voided"], to: "not_taken" },
  /** Its photos are rejected, so that the area is on the gap list under 'Photograph again' (PD-97). */
  photographAgain: { from: ["pending", "approved"], to: "rejected" },
} as const satisfies Transitions<AreaStatus, string>;

const STATUS_OF_IMAGE: Readonly<Record<ImageStatus, AreaStatus>> = {
  not_taken: "not_taken",
  uploaded: "pending",
  processed: "pending",
  pending: "pending",
  approved: "approved",
  rejected: "rejected",
};

/** The status of an area (PD-32): `voided` takes precedence, then the status of the current image. */
export function areaStatus(area: { voided: boolean; imageStatus: ImageStatus | null }): AreaStatus {
  if (area.voided) return "voided";
  if (area.imageStatus === null) return "not_taken";
  return STATUS_OF_IMAGE[area.imageStatus];
}

const NO_PHOTO_TO_REPLACE: Readonly<Partial<Record<AreaStatus, string>>> = {
  not_taken: "This area has no photo yet.",
  rejected: "A new photo of this area has already been requested.",
  voided: "This area is voided: restore it first.",
};

/** Actions of an area's popover, and why they are disabled (spec §2). */
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
  photographAgain: (area: { status: AreaStatus }, project: EventState): Outcome<true> => {
    const open = eventIsOpen(project);
    if (!open.ok) return open;
    const outcome = transition(areaTransitions, "area", area.status, "photographAgain");
    return outcome.ok ? allow : refuse(NO_PHOTO_TO_REPLACE[area.status] ?? outcome.reason);
  },
  delete: (_area: { status: AreaStatus }, project: EventState): Outcome<true> => eventIsOpen(project),
  /**
   * Creates, voids, restores and deletes ranges, links and unlinks images, decides which photos count. Allowed for voided areas too, so
   * that a photo of a voided area can be linked.
   */
  edit: (project: EventState): Outcome<true> => eventIsOpen(project),
} as const;

/** Consecutive numbers; both ends are included. */
export type AreaRun = { from: number; to: number };
/** Runs of at least this length are written as a range. */
const SHORTEST_RUN = 3;

/** Sorts numbers and merges consecutive ones into runs; shorter runs stay single numbers. */
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

/** `1–40`, or `52` for a single number. */
export const formatAreaRun = ({ from, to }: AreaRun): string => (from === to ? String(from) : `${from}–${to}`);

/** Formats numbers as ranges: `1–40, 52`. */
export const formatAreaRanges = (numbers: readonly number[]): string => areaRuns(numbers).map(formatAreaRun).join(", ");

/** Message after a change of a range (spec §8): the names, or the warning if nothing changed. */
export const areasCreated = (numbers: readonly number[]): string =>
  numbers.length === 0 ? MESSAGES.noAreasCreated : `Areas ${formatAreaRanges(numbers)} successfully created`;
export const areasVoided = (numbers: readonly number[]): string =>
  numbers.length === 0 ? MESSAGES.noAreasVoided : `Areas ${formatAreaRanges(numbers)} successfully voided`;
export const areasRestored = (numbers: readonly number[]): string =>
  numbers.length === 0 ? "0 Areas restored" : `Areas ${formatAreaRanges(numbers)} successfully restored`;
export const areasDeleted = (numbers: readonly number[]): string =>
  numbers.length === 0
    ? "0 Areas deleted: the range has no area without a photo"
    : `Areas ${formatAreaRanges(numbers)} successfully deleted`;
