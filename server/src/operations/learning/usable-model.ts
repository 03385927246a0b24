import type { Model } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { setModelProblem } from "../../db/models/learned.ts";
import { findModel } from "../../db/models/read.ts";
import type { WorkerContext } from "../worker-context.ts";

/** A model; in place of a learned one with damaged files the one that it adapts. Null if it does not exist. */
export async function findUsableModel(db: Queryable, sid: string): Promise<Model | null> {
  const model = await findModel(db, sid);
  return model?.learned?.problem ? findModel(db, model.learned.adaptsSid) : model;
}

/**
 * Checks the files of a learned model with which a detection failed. If they were changed or lost, marks the model, so that no photo
 * uses it any more, and returns the one that it adapts; otherwise null.
 */
export async function replaceDamagedModel(
  { db, log, modelFiles }: Pick<WorkerContext, "db" | "log" | "modelFiles">,
  { sid, name, learned }: Model,
): Promise<Model | null> {
  if (learned === null) return null;
  const problem = await modelFiles.findProblem(name);
  if (problem === null) return null;
  log.warn({ model: name, problem }, "a learned model cannot be used");
  await setModelProblem(db, sid, problem);
  return findModel(db, learned.adaptsSid);
}
