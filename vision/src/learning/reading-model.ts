import { ModelFilesError } from "@precount/inference";
import type { Adaptation } from "../adaptation/adaptation.ts";
import { openCombination } from "../adaptation/adapted-combination.ts";
import type { DigitLayer } from "../adaptation/digit-layer.ts";
import {
  type Inputs,
  openFeatureReaders,
  readAdaptation,
  readInputs,
  readShippedLayer,
} from "../adaptation/feature-readers.ts";
import type { StoredReader } from "../adaptation/stored-sticker.ts";
import { type ModelFolder, type PrecountManifest, readModelFolder } from "../manifest.ts";
import { SHIPPED_COMBINATION } from "../precount/read-fields.ts";
import type { FeatureReaders } from "./describe-sticker.ts";

/** The networks that read stickers; the detector finds them. */
export const ROLES_OF_READING = ["reader", "field"] as const;

/** A model that is opened to describe stickers and to read described ones. */
export interface ReadingModel extends StoredReader {
  manifest: PrecountManifest;
  folder: ModelFolder;
  /** sha256 of the weight files by role. */
  weights: Readonly<Record<string, string>>;
  readers: FeatureReaders;
  /** The field reader's digit layer as it was shipped. */
  shipped: DigitLayer;
  inputs: Inputs;
  close(): Promise<void>;
}

/** Opens a model's readers with one thread. Throws ModelFilesError for a model that cannot be adapted, or whose files were changed. */
export async function openReadingModel(modelDir: string): Promise<ReadingModel> {
  const folder = await readModelFolder(modelDir);
  const { manifest, files } = folder;
  if (manifest.backend !== "onnx") {
    throw new ModelFilesError(
      `Model ${manifest.name} cannot learn: only a model of training/ whose files are here can.`,
    );
  }
  const shipped = await readShippedLayer(manifest.name, files);
  const readers = await openFeatureReaders(manifest.name, files, 1);
  const adaptation = files["adaptation"] === undefined ? null : await readAdaptation(manifest.name, files);
  const combination = adaptation ? await openCombination(adaptation, shipped, 1) : SHIPPED_COMBINATION;
  return {
    manifest,
    folder,
    weights: Object.fromEntries(manifest.weights.map(({ role, sha256 }) => [role, sha256])),
    readers,
    shipped,
    inputs: await readInputs(manifest.name, files),
    combination,
    settings: manifest,
    close: async () => {
      await readers.reader.close();
      await readers.field.close();
      await combination.close();
    },
  };
}

/** The reader of described stickers with another adaptation; close its combination. */
export const withAdaptation = async (
  { settings, shipped }: ReadingModel,
  adaptation: Adaptation,
): Promise<StoredReader> => ({
  combination: await openCombination(adaptation, shipped, 1),
  settings,
});
