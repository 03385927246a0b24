import {
  areaCan,
  areaNumberOfPhoto,
  areaRangeSchema,
  areasCreated,
  areasVoided,
  candidateAreaNumbers,
  voidReasonSchema,
} from "@precount/domain";
import type { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import { findAreasByNumber, insertAreas, linkImages, listUnlinkedImages, voidAreas } from "../../db/areas.ts";
import { lockProject, projectState } from "../../db/projects.ts";
import { orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyAreas } from "../../live/publish-change.ts";
import { byProject } from "../inputs.ts";
import { visibleProject } from "../project/visible-project.ts";

export const createRangeInput = byProject.and(areaRangeSchema);
export const voidRangeInput = byProject.extend({ reason: voidReasonSchema }).and(areaRangeSchema);

/** What a range call changed: the numbers as names, and the line that says so (spec §8). */
export type RangeAnswer = { names: string[]; message: string };

/** Numbers that exist are skipped (decision 33). Photos that were there before their areas find them by what they say. */
export async function createRange(
  context: SignedInContext,
  { project: { slug }, from, to }: z.infer<typeof createRangeInput>,
): Promise<RangeAnswer> {
  return changeRange(context, slug, { say: areasCreated, lock: "update" }, async (tx, projectSid) => {
    const made = await insertAreas(tx, projectSid, { from, to });
    await linkPhotos(tx, projectSid, made);
    return made;
  });
}

/** Those that are voided already stay as they were voided. */
export async function voidRange(
  context: SignedInContext,
  { project: { slug }, from, to, reason }: z.infer<typeof voidRangeInput>,
): Promise<RangeAnswer> {
  const userSid = context.session.user.sid;
  return changeRange(context, slug, { say: areasVoided, lock: "share" }, (tx, projectSid) =>
    voidAreas(tx, projectSid, { from, to }, { userSid, reason }),
  );
}

type RangeChange = {
  say: (numbers: readonly number[]) => string;
  /** `update` keeps photos from arriving meanwhile: one that looked for its area too early would not be looked at here. */
  lock: "share" | "update";
};

async function changeRange(
  { db, session }: SignedInContext,
  slug: string,
  how: RangeChange,
  change: (tx: Transaction, projectSid: string) => Promise<{ sid: string; number: number }[]>,
): Promise<RangeAnswer> {
  const { sid: projectSid } = await visibleProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    orRefuse(areaCan.edit(await projectState(tx, await lockProject(tx, projectSid, how.lock))));
    const changed = await change(tx, projectSid);
    const numbers = changed.map(({ number }) => number).toSorted((a, b) => a - b);
    await notifyAreas(
      tx,
      projectSid,
      changed.map(({ sid }) => sid),
    );
    return { names: numbers.map(String), message: how.say(numbers) };
  });
}

/** Those that are of no area, and by what they say themselves are of one that was just made. */
async function linkPhotos(
  tx: Transaction,
  projectSid: string,
  made: readonly { sid: string; number: number }[],
): Promise<void> {
  if (made.length === 0) return;
  const areaOf = new Map(made.map(({ sid, number }) => [number, sid]));
  const photos = (await listUnlinkedImages(tx, projectSid)).filter(({ hints }) =>
    candidateAreaNumbers(hints).some((number) => areaOf.has(number)),
  );
  // A photo with codes of a new area and of an old one is of neither.
  const known = await findAreasByNumber(tx, projectSid, [
    ...new Set(photos.flatMap(({ hints }) => candidateAreaNumbers(hints))),
  ]);
  const links = photos.flatMap(({ sid: imageSid, hints }) => {
    const areaSid = areaOf.get(areaNumberOfPhoto(hints, (number) => known.has(number)) ?? 0);
    return areaSid === undefined ? [] : [{ imageSid, areaSid }];
  });
  await linkImages(tx, links);
}
