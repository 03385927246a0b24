import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { LearningReport } from "@precount/domain";
import { z } from "zod";
import { type Adaptation, formatAdaptation } from "../adaptation/adaptation.ts";
import { readModelFolder } from "../manifest.ts";
import type { ReadingModel } from "./reading-model.ts";

export interface LearnedModel {
  name: string;
  title: string;
  adaptation: Adaptation;
  report: LearningReport;
}

const ADAPTATION_FILE = "adaptation.json";
const manifestSchema = z.looseObject({ weights: z.array(z.looseObject({ role: z.string(), file: z.string() })) });

/** The model that a learned one adapts: the given one, or the one that it adapts itself. */
export const baseOf = ({ manifest, weights }: ReadingModel): { name: string; weights: Record<string, string> } =>
  manifest.adapts ?? { name: manifest.name, weights: { ...weights } };

/**
 * Writes the folder of a learned model at once: a crash leaves a folder whose name begins with a dot, which no program
 * reads. The files of the model that it adapts are copied, so that it outlives an update of Precount.
 */
export async function writeLearnedModel(outDir: string, champion: ReadingModel, model: LearnedModel): Promise<void> {
  const { name, title, report } = model;
  const part = join(dirname(outDir), `.${basename(outDir)}.part`);
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  const original = manifestSchema.parse(
    JSON.parse(await readFile(join(champion.folder.folder, "manifest.json"), "utf8")),
  );
  const weights = original.weights.filter(({ role }) => role !== "adaptation");
  for (const { file } of weights) await copyFile(join(champion.folder.folder, file), join(part, file));
  const text = formatAdaptation(model.adaptation);
  const sha256 = createHash("sha256").update(text).digest("hex");
  const manifest = {
    ...original,
    sid: sidOf(name, sha256),
    title,
    name,
    status: "preview",
    trainedAt: new Date().toISOString().slice(0, 10),
    adapts: baseOf(champion),
    weights: [...weights, { role: "adaptation", file: ADAPTATION_FILE, sha256 }],
  };
  await writeFile(join(part, ADAPTATION_FILE), text);
  await writeFile(join(part, "learning-report.json"), `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(join(part, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await readModelFolder(part);
  await rm(outDir, { recursive: true, force: true });
  await rename(part, outDir);
}

/** An id that follows from the model: 24 lowercase letters and digits. */
function sidOf(name: string, sha256: string): string {
  const digest = createHash("sha256").update(`${name} ${sha256}`).digest("hex");
  return BigInt(`0x${digest}`).toString(36).padStart(24, "0").slice(-24);
}
