import { type PairStatus, VERB_OF_STATUS, checkMerge, decidePairsSchema, pairCan } from "@precount/domain";
import type { z } from "zod";
import { findPairs, listPairsWithStatus, lockPairs, setPairStatus, toPairRef } from "../../db/duplicates/pairs.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";

export const decidePairsInput = byProject.extend(decidePairsSchema.shape);

/** A decided pair, with its status before, for the undo. */
export type DecidedPair = { sid: string; before: PairStatus; status: PairStatus };

/**
 * Decides whether pairs of stickers are the same sticker, or opens them again (PD-93). All or none: a decision that contradicts another
 * one is refused. Pairs that have the status already stay as they are.
 */
export async function decidePairs(
  { db, session, call }: SignedInContext,
  { project, pairs: sids, status }: z.infer<typeof decidePairsInput>,
): Promise<DecidedPair[]> {
  const { sid: projectSid } = await requireProject({ db, session }, project.slug);
  return db.transaction(async (tx) => {
    const event = await projectState(tx, await lockProject(tx, projectSid, "share"));
    await lockPairs(tx, projectSid);
    const found = await findPairs(tx, projectSid, sids);
    // A search that ran meanwhile removes pairs whose stickers have changed.
    if (found.length < new Set(sids).size) {
      throw new AppError(
        "NOT_FOUND",
        "One of these pairs no longer exists because a sticker has changed. Load the pairs again.",
      );
    }
    const changing = found.filter((pair) => pair.status !== status);
    for (const pair of changing) unwrapOrThrow(pairCan.decide(pair, VERB_OF_STATUS[status], event, session.user));
    await setPairStatus(
      tx,
      changing.map(({ sid }) => sid),
      status,
      session.user.sid,
    );
    if (status !== "suspected") {
      const same = await listPairsWithStatus(tx, projectSid, "same");
      const two = await listPairsWithStatus(tx, projectSid, "two");
      unwrapOrThrow(checkMerge(same.map(toPairRef), two.map(toPairRef)));
    }
    const images = new Set(changing.flatMap(({ imageA, imageB }) => [imageA, imageB]));
    const changes = [...images].map((sid) => ({ projectSid, kind: "image" as const, sid }));
    await recordChange(tx, call, { changes, projectSid, details: { status, pairs: changing.length } });
    return found.map(({ sid, status: before }) => ({ sid, before, status }));
  });
}
