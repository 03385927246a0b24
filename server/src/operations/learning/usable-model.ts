import type { Model } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { setModelProblem } from "../../db/models/learned.ts";
import { findModel } from "../../db/models/read.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import type { WorkerContext } from "../worker-context.ts";
import { type FolderContext, restoreModelFolder } from "./model-folder.ts";

/** A model; in place of a learned one with damaged files the one that it adapts. Null if it does not exist. */
export async function findUsableModel(db: Queryable, sid: string): Promise<Model | null> {
  const model = await findModel(db, sid);
  return model?.learned?.problem ? findModel(db, model.learned.adaptsSid) : model;
}

/**
 * After a failure with a learned model, the model to read with instead: the same one if this worker did not have its files and they
 * were restored, or the one that it adapts if its files were changed or are lost. Null if the model is not the cause.
 */
export async function replaceUnusableModel(
  context: FolderContext & Pick<WorkerContext, "log">,
  model: Model,
): Promise<Model | null> {
  if (model.learned === null) return null;
  const wasHere = (await context.modelFiles.listLearned()).includes(model.name);
  const problem = await checkLearnedModel(context, model);
  if (problem === null) return wasHere ? null : model;
  return findModel(context.db, model.learned.adaptsSid);
}

/** Restores a learned model's folder if this worker lacks it, and checks its files. Marks the model if they cannot be used. */
export async function checkLearnedModel(
  context: FolderContext & Pick<WorkerContext, "log">,
  model: { sid: string; name: string },
): Promise<string | null> {
  const { db, log, modelFiles } = context;
  await restoreModelFolder(context, model).catch((error: unknown) => {
    // The check below says what is missing.
    if (!(error instanceof BlobMissingError)) throw error;
  });
  const problem = await modelFiles.findProblem(model.name);
  if (problem !== null) log.warn({ model: model.name, problem }, "a learned model cannot be used");
  await setModelProblem(db, model.sid, problem);
  return problem;
}
