import { type ResultStep, modelNameFor, resultHistory, sidSchema } from "@precount/domain";
import { z } from "zod";
import { findDetectionHistory, listResultActions } from "../../db/history/result-history.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { requireProject } from "../project/require-project.ts";

export const resultHistoryInput = z.object({ sid: sidSchema, index: z.number().int().min(0).max(9999) });

/** The history of a result: what the model read, who changed it and when, and what was done with its image. */
export async function getResultHistory(
  ctx: SignedInContext,
  { sid, index }: z.infer<typeof resultHistoryInput>,
): Promise<ResultStep[]> {
  const found = await findDetectionHistory(ctx.db, sid);
  if (!found) throw notFound("detection");
  const { projectSid, imageSid, predictions, model, inferredAt, patches } = found;
  await requireProject(ctx, projectSid, "detection");
  const actions = await listResultActions(ctx.db, projectSid, [sid, imageSid]);
  return resultHistory({
    predictions,
    model: modelNameFor(ctx.session.user, model),
    inferredAt: inferredAt.toISOString(),
    index,
    patches,
    actions,
  });
}
