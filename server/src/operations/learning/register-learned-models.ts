import { insertLearnedModel, listLearnedModels, setModelProblem } from "../../db/models/learned.ts";
import { findModelBySidOrName } from "../../db/models/read.ts";
import type { WorkerContext } from "../worker-context.ts";

type Context = Pick<WorkerContext, "db" | "log" | "modelFiles">;

/**
 * Registers the learned models on disk at the start of a worker, after the shipped ones. A model whose files were changed or are lost
 * is marked: other models read in its place.
 */
export async function registerLearnedModels({ db, log, modelFiles }: Context): Promise<void> {
  const problems = new Map<string, string>();
  const names = new Set(await modelFiles.listLearned());
  for (const name of names) {
    const problem = await register({ db, modelFiles }, name);
    if (problem !== null) problems.set(name, problem);
  }
  for (const { sid, name } of await listLearnedModels(db)) {
    const problem = names.has(name) ? problems.get(name) : await modelFiles.findProblem(name);
    if (problem === undefined || problem === null) continue;
    log.warn({ model: name, problem }, "a learned model cannot be used");
    await setModelProblem(db, sid, problem);
  }
}

/** Returns why the model cannot be used; null if it was registered. */
async function register({ db, modelFiles }: Pick<Context, "db" | "modelFiles">, name: string): Promise<string | null> {
  const problem = await modelFiles.findProblem(name);
  if (problem !== null) return problem;
  const { adapts, ...model } = await modelFiles.readLearned(name);
  const base = await findModelBySidOrName(db, adapts);
  if (base === null) return `It adapts the model ${adapts}, which is not installed.`;
  // A model whose row is missing is of the whole installation: its group is not known.
  await insertLearnedModel(db, { ...model, adaptsSid: base.sid, groupSid: null });
  return null;
}
