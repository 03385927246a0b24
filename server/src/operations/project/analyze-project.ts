import { canUseModel, MESSAGES, projectCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { lockImagesToAnalyze } from "../../db/images/bulk.ts";
import { findModel } from "../../db/models/read.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "./require-project.ts";
import { recordChange } from "../record-change.ts";

export const analyzeProjectInput = byProject.extend({
  model: z.object({ sid: sidSchema }, MESSAGES.selectModel),
  /** Leaves out images that a person has edited (PD-176). */
  onlyUntouched: z.boolean().optional(),
});

/**
 * Queues the model for every image of the event, all or none. Skips approved and rejected images, on request edited ones, and
 * those already queued for this model (PD-11).
 */
export async function analyzeProject(
  { db, session, queue, call }: SignedInContext,
  { project, model: { sid: modelSid }, onlyUntouched = false }: z.infer<typeof analyzeProjectInput>,
): Promise<{ queued: number; skipped: number }> {
  const { sid: projectSid } = await requireProject({ db, session }, project.slug);
  unwrapOrThrow(canUseModel(session.user, await findModel(db, modelSid)));
  return db.transaction(async (tx) => {
    const state = await projectState(tx, await lockProject(tx, projectSid, "share"));
    unwrapOrThrow(projectCan.analyze(state, session.user));
    const imageSids = await lockImagesToAnalyze(tx, projectSid, onlyUntouched);
    const queued = await enqueueDetections(tx, queue, { imageSids, modelSid, options: {} });
    await recordChange(tx, call, { changes: [{ projectSid, kind: "project", sid: projectSid }] });
    return { queued: queued.length, skipped: state.images.total - queued.length };
  });
}
