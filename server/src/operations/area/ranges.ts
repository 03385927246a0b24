import {
  type AreaRange,
  areaCan,
  areaNumberOfPhoto,
  areaRangeSchema,
  areasCreated,
  areasDeleted,
  areasRestored,
  areasVoided,
  candidateAreaNumbers,
  formatAreaRanges,
  voidReasonSchema,
} from "@precount/domain";
import type { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import { findAreasByNumber } from "../../db/areas/read.ts";
import { deleteAreasWithoutImages, insertAreas, restoreAreas, voidAreas } from "../../db/areas/write.ts";
import { linkImages, listUnlinkedImages } from "../../db/areas/link-images.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";
import { areaChanges } from "../../live/publish-change.ts";
import { enqueueDuplicateSearch } from "../../queue/enqueue.ts";
import type { JobQueue } from "../../queue/job-queue.ts";

export const rangeInput = byProject.and(areaRangeSchema);
export const voidRangeInput = byProject.extend({ reason: voidReasonSchema }).and(areaRangeSchema);

/** The changed areas by name, and the message for the person (spec §8). */
export type RangeResult = { names: string[]; message: string };

/** Creates the areas of a range; existing numbers are skipped (PD-33). Links photos uploaded earlier by their codes and names. */
export async function createRange(
  context: SignedInContext,
  { project: { slug }, from, to }: z.infer<typeof rangeInput>,
): Promise<RangeResult> {
  return changeRange(context, slug, { toMessage: areasCreated, lock: "update" }, (tx, projectSid) =>
    addAreas(tx, context.queue, projectSid, { from, to }),
  );
}

type ChangedAreas = { sid: string; number: number }[];

/** Adds the areas of a range in the caller's transaction, which has locked the event for update. Returns the new ones. */
export async function addAreas(
  tx: Transaction,
  queue: JobQueue,
  projectSid: string,
  range: AreaRange,
): Promise<ChangedAreas> {
  const made = await insertAreas(tx, projectSid, range);
  const linked = await linkPhotos(tx, projectSid, made);
  // The search compares a photo with those of near areas first.
  await enqueueDuplicateSearch(tx, queue, linked);
  return made;
}

/** Voids the areas of a range; areas that are voided already keep who voided them, when and why. */
export async function voidRange(
  context: SignedInContext,
  { project: { slug }, from, to, reason }: z.infer<typeof voidRangeInput>,
): Promise<RangeResult> {
  const userSid = context.session.user.sid;
  return changeRange(context, slug, { toMessage: areasVoided, lock: "share" }, (tx, projectSid) =>
    voidAreas(tx, projectSid, { from, to }, { userSid, reason }),
  );
}

/** Undoes the void of the areas of a range; areas that are not voided stay as they are. */
export async function restoreRange(
  context: SignedInContext,
  { project: { slug }, from, to }: z.infer<typeof rangeInput>,
): Promise<RangeResult> {
  return changeRange(context, slug, { toMessage: areasRestored, lock: "share" }, (tx, projectSid) =>
    restoreAreas(tx, projectSid, { from, to }),
  );
}

/** Deletes the areas of a range that were created by mistake. Areas with a photo stay: each is deleted on its own (PD-33). */
export async function deleteRange(
  context: SignedInContext,
  { project: { slug }, from, to }: z.infer<typeof rangeInput>,
): Promise<RangeResult> {
  return changeRange(context, slug, { toMessage: areasDeleted, lock: "update" }, (tx, projectSid) =>
    deleteAreasWithoutImages(tx, projectSid, { from, to }),
  );
}

type RangeChange = {
  toMessage: (numbers: readonly number[]) => string;
  /** `update` blocks uploads: a photo that looked for its area just before would otherwise not be linked by either side. */
  lock: "share" | "update";
};

async function changeRange(
  { db, session, call }: SignedInContext,
  slug: string,
  how: RangeChange,
  change: (tx: Transaction, projectSid: string) => Promise<ChangedAreas>,
): Promise<RangeResult> {
  const { sid: projectSid } = await requireProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    unwrapOrThrow(areaCan.edit(await projectState(tx, await lockProject(tx, projectSid, how.lock))));
    const changed = await change(tx, projectSid);
    const numbers = changed.map(({ number }) => number).toSorted((a, b) => a - b);
    const changes = areaChanges(
      projectSid,
      changed.map(({ sid }) => sid),
    );
    // Several areas, or none, are one entry about the event.
    await recordChange(tx, call, { changes, details: detailsOf(numbers) });
    return { names: numbers.map(String), message: how.toMessage(numbers) };
  });
}

function detailsOf(numbers: readonly number[]): Record<string, unknown> {
  if (numbers.length === 0) return { count: 0 };
  if (numbers.length === 1) return { name: String(numbers[0]) };
  const areas = formatAreaRanges(numbers);
  // Thousands of single numbers would be an unreadable sentence.
  return areas.length <= MAX_AREAS_TEXT ? { areas } : {};
}

const MAX_AREAS_TEXT = 500;

/** Links photos without an area whose codes or names say one of the new areas. Returns the linked sids. */
async function linkPhotos(
  tx: Transaction,
  projectSid: string,
  made: readonly { sid: string; number: number }[],
): Promise<string[]> {
  if (made.length === 0) return [];
  const areaOf = new Map(made.map(({ sid, number }) => [number, sid]));
  const photos = (await listUnlinkedImages(tx, projectSid)).filter(({ hints }) =>
    candidateAreaNumbers(hints).some((number) => areaOf.has(number)),
  );
  // A photo that names a new area and an existing one is linked to neither.
  const known = await findAreasByNumber(tx, projectSid, [
    ...new Set(photos.flatMap(({ hints }) => candidateAreaNumbers(hints))),
  ]);
  const links = photos.flatMap(({ sid: imageSid, hints }) => {
    const areaSid = areaOf.get(areaNumberOfPhoto(hints, (number) => known.has(number)) ?? 0);
    return areaSid === undefined ? [] : [{ imageSid, areaSid }];
  });
  return linkImages(tx, links);
}
