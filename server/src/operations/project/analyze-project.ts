import { canSeeModel, canUseModel, MESSAGES, projectCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { lockImagesToAnalyze } from "../../db/images-held.ts";
import { findModel } from "../../db/models.ts";
import { lockProject, projectState } from "../../db/projects.ts";
import { notFound, orRefuse } from "../../errors/app-error.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { byProject } from "../inputs.ts";
import { visibleProject } from "./visible-project.ts";

export const analyzeProjectInput = byProject.extend({
  model: z.object({ sid: sidSchema }, MESSAGES.selectModel),
});

/**
 * Queues the model for every image but the approved and rejected ones, and those that wait for it already
 * (decision 11); one transaction, so all of them or none.
 */
export async function analyzeProject(
  { db, session, queue }: SignedInContext,
  { project, model: { sid: modelSid } }: z.infer<typeof analyzeProjectInput>,
): Promise<{ queued: number; skipped: number }> {
  const { sid: projectSid } = await visibleProject({ db, session }, project.slug);
  const model = await findModel(db, modelSid);
  if (!model || !canSeeModel(session.user, model)) throw notFound("model");
  orRefuse(canUseModel(session.user, model));
  return db.transaction(async (tx) => {
    const state = await projectState(tx, await lockProject(tx, projectSid, "share"));
    orRefuse(projectCan.analyze(state, session.user));
    const imageSids = await lockImagesToAnalyze(tx, projectSid);
    const queued = await enqueueDetections(tx, queue, { imageSids, modelSid, options: {} });
    await notifyChange(tx, { projectSid, kind: "project", sid: projectSid });
    return { queued: queued.length, skipped: state.images.total - queued.length };
  });
}
