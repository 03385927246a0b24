import { mkdir, readFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { learningReportSchema } from "@precount/domain";
import { MODELS_DIR, ModelFilesError, readModelFolder } from "@precount/vision";
import type { z } from "zod";
import { codeOf } from "../lib/code-of.ts";
import type { LearnedFolder, ModelFiles } from "../operations/worker-context.ts";

/** The folder for learned models. */
export const learnedModelsDir = (dataDir: string): string => join(dataDir, "models");

/** The folder for unfinished training runs. */
export const runsDir = (dataDir: string): string => join(dataDir, "learning");

/** The model folders of this worker: the product's, and the learned ones in its data directory. */
export function createModelFiles(dataDir: string): ModelFiles {
  const learnedDir = learnedModelsDir(dataDir);
  const readLearned = (name: string): Promise<LearnedFolder> => readLearnedFolder(join(learnedDir, name));
  return {
    learnedDir,
    listLearned: () => listFolders(learnedDir),
    readLearned,
    writeLearned: async (name, write) => {
      const unfinished = join(learnedDir, `.${name}.${process.pid}`);
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { recursive: true });
      try {
        await write(unfinished);
        // Another worker with the same data directory may have been faster.
        if (!(await listFolders(learnedDir)).includes(name)) await rename(unfinished, join(learnedDir, name));
      } finally {
        await rm(unfinished, { recursive: true, force: true });
      }
    },
    removeLearned: (name) => rm(join(learnedDir, name), { recursive: true, force: true }),
    folderOf: ({ name, learned }) => join(learned === null ? MODELS_DIR : learnedDir, name),
    findProblem: async (name) => {
      try {
        await readLearned(name);
        return null;
      } catch (error) {
        if (error instanceof ModelFilesError) return error.message;
        throw error;
      }
    },
  };
}

/** A folder whose name begins with a dot is unfinished. */
async function listFolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
}

/** Reads a learned model's manifest and report, and checks its weight files. Throws ModelFilesError. */
async function readLearnedFolder(folder: string): Promise<LearnedFolder> {
  const { manifest } = await readModelFolder(folder);
  const { sid, name, title, trainedAt, backend } = manifest;
  const adapts = manifest.backend === "ppocr" ? undefined : manifest.adapts;
  if (!adapts)
    throw new ModelFilesError(`${folder} is not a learned model: its manifest names no model that it adapts.`);
  const report = await readJson(join(folder, "learning-report.json"), learningReportSchema);
  return { sid, name, title, trainedAt, backend, adapts: adapts.name, report };
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    throw new ModelFilesError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
