import type { ModelFolder } from "./manifest.ts";
import { MODELS_DIR, readModelFolder, readModelFolders } from "./manifest.ts";
import { join } from "node:path";
import type { DetectionModel, ModelInfo } from "./model.ts";
import { FAKE_MODEL, FakeModel } from "./fake-model.ts";
import { PpocrModel } from "./ppocr/ppocr-model.ts";

function infoOf({ manifest, folder }: ModelFolder): ModelInfo {
  const { sid, title, name, backend, status, trainedAt } = manifest;
  return { sid, title, name, backend, status, trainedAt, folder };
}

export interface LoadModelsOptions {
  modelsDir?: string;
  /** Adds the fake model; for tests alone. */
  withFake?: boolean;
}

/** What models there are, their weight files checked (ManifestError). Nothing is loaded into memory. */
export async function loadModels({ modelsDir = MODELS_DIR, withFake = false }: LoadModelsOptions = {}): Promise<
  ModelInfo[]
> {
  const models = (await readModelFolders(modelsDir)).map((folder) => infoOf(folder));
  return withFake ? [...models, FAKE_MODEL] : models;
}

/** One model, ready to run, with the longest edge it wants its photos decoded to. */
export interface LoadedModel {
  model: DetectionModel;
  decodeLongEdgePx: number;
}

/** Loads the model of that name; its files are checked again, for they may have changed since. */
export async function openModel(name: string, threads: number, modelsDir = MODELS_DIR): Promise<LoadedModel> {
  if (name === FAKE_MODEL.name) return { model: new FakeModel(), decodeLongEdgePx: 1024 };
  const folder = await readModelFolder(join(modelsDir, name));
  const { manifest, files } = folder;
  const file = (role: string): string => {
    const path = files[role];
    if (!path) throw new Error(`Model ${manifest.name}: its manifest names no weight file for ${role}.`);
    return path;
  };
  const roles = { detector: file("detector"), reader: file("reader"), keys: file("keys") };
  const model = await PpocrModel.load(infoOf(folder), manifest, roles, threads);
  return { model, decodeLongEdgePx: manifest.decodeLongEdgePx };
}
