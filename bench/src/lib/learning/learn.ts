import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Example, LearningReport } from "@precount/domain";
import { featuresFile, trainAdaptation } from "@precount/vision";
import { writeExampleFolder } from "./examples-in.ts";

/** A crew whose model learns. */
export interface LearningCrew {
  name: string;
  reviewed: readonly Example[];
  /** The folder with the crops of the reviewed stickers. */
  crops: string;
  /** The cache of their descriptions. */
  descriptionCache: string;
  /** Examples of the crew's next stickers. */
  judge: string;
  championDir: string;
  folder: string;
}

/** The folder of a model that a crew has trained. */
export const modelDir = ({ folder }: LearningCrew, name: string): string => join(folder, "models", name);

/** One folder for all crews, so that the reference set is described once. */
export const judgingDir = ({ folder }: LearningCrew): string => join(folder, "judging");

/** Trains a model on a crew's stickers with these values. */
export async function learn(crew: LearningCrew, name: string, examples: readonly Example[]): Promise<LearningReport> {
  const examplesDir = join(crew.folder, "examples", name);
  await writeExampleFolder(
    examplesDir,
    examples.map((example) => ({ example, from: crew.crops, file: example.file })),
  );
  const stateFile = join(crew.folder, "training", `${name}.json`);
  await mkdir(dirname(stateFile), { recursive: true });
  await copyFile(crew.descriptionCache, featuresFile({ stateFile })).catch(() => undefined); // without a cache, the training describes them
  return trainAdaptation({ examplesDir, modelDir: crew.championDir, outDir: modelDir(crew, name), stateFile });
}
