import {
  type LearningReport,
  type Model,
  type Outcome,
  accept,
  canPromote,
  canRollBack,
  formerLearnedModel,
  learnedModelInUse,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Transaction } from "../../db/connect.ts";
import { lockPromotions, promoteModel, rollBackModel } from "../../db/models/learned.ts";
import { findModel, listModels, readModelReport } from "../../db/models/read.ts";
import { notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { type LearningScope, requireScope, scopeSubject } from "./scope.ts";

export const byModel = z.object({ modelSid: sidSchema });

/** The report of the training run of a model; null for a model that did not learn here. */
export async function fetchLearningReport(
  { db }: SignedInContext,
  { modelSid }: z.infer<typeof byModel>,
): Promise<LearningReport | null> {
  if ((await findModel(db, modelSid)) === null) throw notFound("model");
  return readModelReport(db, modelSid);
}

/**
 * Puts a learned model in use, from the next photo on. Refused with the report's reason if the promotion rule does not accept it, and
 * if another model is in use than the one that it was compared with.
 */
export async function promoteLearnedModel(
  { db, call }: SignedInContext,
  { modelSid }: z.infer<typeof byModel>,
): Promise<Model> {
  return db.transaction(async (tx) => {
    const model = unwrapOrThrow(await promote(tx, modelSid));
    await recordAudit(tx, call, { subject: { kind: "model", sid: modelSid } });
    return model;
  });
}

/** Puts a learned model in use, or returns why not. The caller writes the audit entry. */
export async function promote(tx: Transaction, modelSid: string): Promise<Outcome<Model>> {
  await lockPromotions(tx);
  const model = await findModel(tx, modelSid);
  if (model === null) throw notFound("model");
  const models = await listModels(tx);
  const allowed = canPromote(model, await readModelReport(tx, modelSid), models);
  if (!allowed.ok) return allowed;
  const replaced = learnedModelInUse(models, model.learned?.groupSid ?? null);
  await promoteModel(tx, modelSid, replaced?.sid ?? null);
  return accept((await findModel(tx, modelSid)) ?? model);
}

/** Ends the use of a learned model. From the next photo on, the former one reads, or the shipped model. */
export async function rollBackLearnedModel(
  { db, call }: SignedInContext,
  scope: LearningScope,
): Promise<{ modelSid: string | null }> {
  const { groupSid } = scope;
  return db.transaction(async (tx) => {
    await requireScope(tx, scope);
    await lockPromotions(tx);
    const models = await listModels(tx);
    const [inUse, former] = [learnedModelInUse(models, groupSid), formerLearnedModel(models, groupSid)];
    unwrapOrThrow(canRollBack(inUse));
    if (inUse) await rollBackModel(tx, inUse.sid, former?.sid ?? null);
    const subject = inUse ? { kind: "model", sid: inUse.sid } : scopeSubject(groupSid);
    await recordAudit(tx, call, { subject, details: { former: former?.sid ?? null } });
    return { modelSid: former?.sid ?? null };
  });
}
