import { readFile } from "node:fs/promises";
import { ModelFilesError, type Network, OnnxNetwork } from "@precount/inference";
import { type Adaptation, parseAdaptation, unadapted } from "./adaptation.ts";
import { CLASSES } from "../precount/values.ts";
import type { DigitLayer } from "./digit-layer.ts";
import { readDigitLayer, withFeatureOutput } from "./digit-layer-file.ts";

type Files = Readonly<Record<string, string>>;

/** The path of a model's weights. Throws ModelFilesError where its manifest names none. */
export function weightFile(model: string, files: Files, role: string): string {
  const file = files[role];
  if (file === undefined) throw new ModelFilesError(`Model ${model}: its manifest names no weight file for ${role}.`);
  return file;
}

/** Opens both readers with a second output: the inputs of their digit layers. */
export async function openFeatureReaders(
  model: string,
  files: Files,
  threads: number,
): Promise<Record<"reader" | "field", Network>> {
  const open = async (role: "reader" | "field"): Promise<Network> => {
    const { file, features } = withFeatureOutput(await readFile(weightFile(model, files, role)));
    return OnnxNetwork.load(file, { threads, secondOutput: features });
  };
  return { reader: await open("reader"), field: await open("field") };
}

/** The adaptation of a model: the one in its file, or none for a model as it was shipped. Throws ModelFilesError for a file that does not fit. */
export async function readAdaptation(model: string, files: Files): Promise<Adaptation> {
  const shipped = await readShippedLayer(model, files);
  const path = files["adaptation"];
  if (path === undefined) return unadapted(shipped);
  const adaptation = parseAdaptation(await readFile(path, "utf8"));
  const { reader, field } = await readInputs(model, files);
  const fits = adaptation?.layer.weights.length === shipped.weights.length;
  if (fits && [0, reader + field].includes(adaptation.memory.mean.length)) return adaptation;
  throw new ModelFilesError(
    `Model ${model}: ${path} does not fit its networks. Restore the file, or train the model again.`,
  );
}

/** The digit layer that a model's field reader was shipped with. */
export const readShippedLayer = (model: string, files: Files): Promise<DigitLayer> => readLayer(model, files, "field");

/** How many inputs the digit layer of each network has. */
export type Inputs = { reader: number; field: number };

export async function readInputs(model: string, files: Files): Promise<Inputs> {
  const inputsOf = async (role: keyof Inputs): Promise<number> =>
    (await readLayer(model, files, role)).weights.length / CLASSES;
  return { reader: await inputsOf("reader"), field: await inputsOf("field") };
}

const readLayer = async (model: string, files: Files, role: keyof Inputs): Promise<DigitLayer> =>
  readDigitLayer(await readFile(weightFile(model, files, role)));
