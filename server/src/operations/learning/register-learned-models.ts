import { insertLearnedModel, listLearnedModels } from "../../db/models/learned.ts";
import { findModelBySidOrName } from "../../db/models/read.ts";
import type { WorkerContext } from "../worker-context.ts";
import { type FolderContext, storeModelFiles } from "./model-folder.ts";
import { checkLearnedModel } from "./usable-model.ts";

type Context = FolderContext & Pick<WorkerContext, "log">;

/**
 * Registers the learned models on disk at the start of a worker, after the shipped ones, restores those that this worker lacks, and
 * checks all. A model whose files were changed or are lost is marked: other models read in its place.
 */
export async function registerLearnedModels(context: Context): Promise<void> {
  const { db, log, modelFiles } = context;
  const known = await listLearnedModels(db);
  for (const model of known) await checkLearnedModel(context, model);
  for (const name of await modelFiles.listLearned()) {
    if (known.some((model) => model.name === name)) continue;
    const problem = (await modelFiles.findProblem(name)) ?? (await register(context, name));
    if (problem !== null) log.warn({ model: name, problem }, "a folder with a learned model is ignored");
  }
}

/** Registers a folder without a row, such as one that was copied from another installation. Returns why that is impossible. */
async function register(context: Context, name: string): Promise<string | null> {
  const { db, modelFiles } = context;
  const { adapts, ...model } = await modelFiles.readLearned(name);
  const base = await findModelBySidOrName(db, adapts);
  if (base === null) return `It adapts the model ${adapts}, which is not installed.`;
  await storeModelFiles(context, name, async (tx, addFiles) => {
    // The model is registered for the whole installation, because this installation does not have its group.
    await insertLearnedModel(tx, { ...model, adaptsSid: base.sid, groupSid: null });
    await addFiles(model.sid);
  });
  return null;
}
