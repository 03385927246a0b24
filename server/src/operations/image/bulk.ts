import { type BulkResponse, type BulkDone, type BulkRefusal, type Outcome, canSeeProject } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { findImages, lockImages } from "../../db/images-held.ts";
import type { ImageInProject } from "../../db/images.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChanges } from "../../live/publish-change.ts";

/** An image of the call with what was asked for it. */
export type Held<Asked> = ImageInProject & { asked: Asked };

/** One that a rule allows, with what the rule found, such as the detection to change. */
export type Allowed<Asked, Found> = Held<Asked> & { found: Found };

export interface BulkVerb<Asked, Found> {
  /** Reads what the rule needs beside the images, which are locked, and gives the rule. */
  judge(tx: Transaction, held: readonly Held<Asked>[]): Promise<(held: Held<Asked>) => Outcome<Found>>;
  /** Does it to those that the rule allows, at least one. What it could not do after all it gives a reason for. */
  act(
    tx: Transaction,
    allowed: readonly Allowed<Asked, Found>[],
  ): Promise<{ done: BulkDone[] } & Partial<BulkResponse>>;
}

/**
 * Changes many images in one transaction: each is judged alone, by the same rules as one by one, and either changed or
 * named with the reason; should the transaction fail, none is changed. What one may not see is not there.
 */
export async function changeImages<Asked extends { sid: string }, Found>(
  { db, session }: SignedInContext,
  images: readonly Asked[],
  verb: BulkVerb<Asked, Found>,
): Promise<BulkResponse> {
  const asked = new Map(images.map((image) => [image.sid, image]));
  const visible = await findImages(db, [...asked.keys()]);
  const sids = visible.filter(({ project }) => canSeeProject(session.user, project)).map(({ image }) => image.sid);
  return db.transaction(async (tx) => {
    const held = (await lockImages(tx, sids)).flatMap((found) => {
      const wish = asked.get(found.image.sid);
      return wish ? [{ ...found, asked: wish }] : [];
    });
    const there = new Set(held.map(({ image }) => image.sid));
    const refused: BulkRefusal[] = [...asked.keys()]
      .filter((sid) => !there.has(sid))
      .map((sid) => ({ sid, name: null, reason: notFound("image").message }));
    const allowed: Allowed<Asked, Found>[] = [];
    const rule = await verb.judge(tx, held);
    for (const one of held) {
      const outcome = rule(one);
      if (outcome.ok) allowed.push({ ...one, found: outcome.value });
      else refused.push({ sid: one.image.sid, name: one.image.name, reason: outcome.reason });
    }
    if (allowed.length === 0) return { done: [], refused, endedJobs: 0 };
    const result = await verb.act(tx, allowed);
    await notifyChanges(
      tx,
      allowed.map(({ image }) => ({ projectSid: image.projectSid, kind: "image", sid: image.sid })),
    );
    return {
      done: result.done,
      refused: [...refused, ...(result.refused ?? [])],
      endedJobs: result.endedJobs ?? 0,
    };
  });
}

/** As the answer says it. `dates`: when each one's status changed. */
export const doneOf = (
  { image }: ImageInProject,
  dates: ReadonlyMap<string, Date> = new Map(),
): Pick<BulkDone, "sid" | "name" | "statusDate"> => ({
  sid: image.sid,
  name: image.name,
  statusDate: (dates.get(image.sid) ?? image.statusDate).toISOString(),
});

export const sidsOf = (held: readonly ImageInProject[]): string[] => held.map(({ image }) => image.sid);
