import { type BulkResponse, type BulkChange, type BulkRefusal, type Outcome, canSeeProject } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { findImages, lockImages } from "../../db/images/bulk.ts";
import type { ImageInProject } from "../../db/images/read.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { recordChange } from "../record-change.ts";
import { recordAudit } from "../../audit/record-audit.ts";

/** A locked image with what the call asks for it. */
export type Held<Asked> = ImageInProject & { asked: Asked };

/** An image that the rule allows to change, with what the rule found, such as the detection to change. */
export type Allowed<Asked, Found> = Held<Asked> & { found: Found };

export interface BulkAction<Asked, Found> {
  /** Reads what the rule needs besides the locked images, and returns the rule. */
  judge(tx: Transaction, held: readonly Held<Asked>[]): Promise<(held: Held<Asked>) => Outcome<Found>>;
  /** Facts for the audit entry besides the changed images. */
  details?: Record<string, unknown>;
  /** Changes the allowed images, at least one. Returns a reason for each image that it could not change. */
  act(
    tx: Transaction,
    allowed: readonly Allowed<Asked, Found>[],
  ): Promise<{ done: BulkChange[] } & Partial<BulkResponse>>;
}

/**
 * Changes many images in one transaction. The rule decides about each image as it does in the call for a single one: the image is
 * either changed or refused with a reason. If the transaction fails, no image is changed. Hidden images are refused as missing.
 */
export async function changeImages<Asked extends { sid: string }, Found>(
  { db, session, call }: SignedInContext,
  images: readonly Asked[],
  action: BulkAction<Asked, Found>,
): Promise<BulkResponse> {
  const asked = new Map(images.map((image) => [image.sid, image]));
  const visible = await findImages(db, [...asked.keys()]);
  const sids = visible.filter(({ project }) => canSeeProject(session.user, project)).map(({ image }) => image.sid);
  return db.transaction(async (tx) => {
    const held = (await lockImages(tx, sids)).flatMap((found) => {
      const askedImage = asked.get(found.image.sid);
      return askedImage ? [{ ...found, asked: askedImage }] : [];
    });
    const foundSids = new Set(held.map(({ image }) => image.sid));
    const refused: BulkRefusal[] = [...asked.keys()]
      .filter((sid) => !foundSids.has(sid))
      .map((sid) => ({ sid, name: null, reason: notFound("image").message }));
    const allowed: Allowed<Asked, Found>[] = [];
    const rule = await action.judge(tx, held);
    for (const candidate of held) {
      const outcome = rule(candidate);
      if (outcome.ok) allowed.push({ ...candidate, found: outcome.value });
      else refused.push({ sid: candidate.image.sid, name: candidate.image.name, reason: outcome.reason });
    }
    if (allowed.length === 0) {
      await recordAudit(tx, call);
      return { done: [], refused, endedJobs: 0 };
    }
    const result = await action.act(tx, allowed);
    const changes = allowed.map(({ image }) => ({
      projectSid: image.projectSid,
      kind: "image" as const,
      sid: image.sid,
    }));
    await recordChange(tx, call, { changes, ...(action.details && { details: action.details }) });
    return {
      done: result.done,
      refused: [...refused, ...(result.refused ?? [])],
      endedJobs: result.endedJobs ?? 0,
    };
  });
}

/** An image in the answer. @param dates when the status of each image changed, by sid */
export const doneOf = (
  { image }: ImageInProject,
  dates: ReadonlyMap<string, Date> = new Map(),
): Pick<BulkChange, "sid" | "name" | "statusDate"> => ({
  sid: image.sid,
  name: image.name,
  statusDate: (dates.get(image.sid) ?? image.statusDate).toISOString(),
});

export const sidsOf = (held: readonly ImageInProject[]): string[] => held.map(({ image }) => image.sid);
