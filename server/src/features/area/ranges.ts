import {
  areaCan,
  areaNumberFromFileName,
  areaRangeSchema,
  areasCreated,
  areasVoided,
  voidReasonSchema,
} from "@precount/domain";
import type { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import { insertAreas, linkImages, listUnlinkedImages, voidAreas } from "../../db/areas.ts";
import { lockProject, projectState } from "../../db/projects.ts";
import { orRefuse } from "../../errors.ts";
import type { SignedInContext } from "../../trpc/gate.ts";
import { notifyChange } from "../live/notify.ts";
import { byProject } from "../project/inputs.ts";
import { visibleProject } from "../project/visible-project.ts";

export const createRangeInput = byProject.and(areaRangeSchema);
export const voidRangeInput = byProject.extend({ reason: voidReasonSchema }).and(areaRangeSchema);

/** What a range call changed: the numbers as names, and the line that says so (spec §8). */
export type RangeAnswer = { names: string[]; message: string };

/** Numbers that exist are skipped (decision 33). Photos that were there before their areas find them by their file's name. */
export async function createRange(
  context: SignedInContext,
  { project: { slug }, from, to }: z.infer<typeof createRangeInput>,
): Promise<RangeAnswer> {
  return changeRange(context, slug, areasCreated, async (tx, projectSid) => {
    const made = await insertAreas(tx, projectSid, { from, to });
    await linkByName(tx, projectSid, made);
    return made;
  });
}

/** Those that are voided already stay as they were voided. */
export async function voidRange(
  context: SignedInContext,
  { project: { slug }, from, to, reason }: z.infer<typeof voidRangeInput>,
): Promise<RangeAnswer> {
  const userSid = context.session.user.sid;
  return changeRange(context, slug, areasVoided, (tx, projectSid) =>
    voidAreas(tx, projectSid, { from, to }, { userSid, reason }),
  );
}

async function changeRange(
  { db, session }: SignedInContext,
  slug: string,
  say: (numbers: readonly number[]) => string,
  change: (tx: Transaction, projectSid: string) => Promise<{ number: number }[]>,
): Promise<RangeAnswer> {
  const { sid: projectSid } = await visibleProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    // Two who make the same range wait for each other at the areas themselves.
    orRefuse(areaCan.edit(await projectState(tx, await lockProject(tx, projectSid, "share"))));
    const numbers = (await change(tx, projectSid)).map(({ number }) => number).toSorted((a, b) => a - b);
    if (numbers.length > 0) await notifyChange(tx, { projectSid, kind: "area", sid: projectSid });
    return { names: numbers.map(String), message: say(numbers) };
  });
}

async function linkByName(
  tx: Transaction,
  projectSid: string,
  made: readonly { sid: string; number: number }[],
): Promise<void> {
  if (made.length === 0) return;
  const areaOf = new Map(made.map(({ sid, number }) => [number, sid]));
  const links = (await listUnlinkedImages(tx, projectSid)).flatMap(({ sid: imageSid, name }) => {
    const areaSid = areaOf.get(areaNumberFromFileName(name) ?? 0);
    return areaSid === undefined ? [] : [{ imageSid, areaSid }];
  });
  await linkImages(tx, links);
}
