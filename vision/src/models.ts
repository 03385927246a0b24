import type { ModelFolder } from "./manifest.ts";
import { ModelFilesError } from "@precount/inference";
import { type ModelDirs, findModelFolder, readModelFolder, readModelFolders } from "./manifest.ts";
import type { DetectionModel, ModelInfo } from "./model.ts";
import { FAKE_MODEL, FakeModel } from "./fake-model.ts";
import { PpocrModel } from "./ppocr/ppocr-model.ts";
import type { ModelServer } from "./kserve/model-server.ts";
import { type OpenNetworksOptions, openNetworks } from "./precount/networks.ts";
import { PrecountModel } from "./precount/precount-model.ts";

function toModelInfo({ manifest, folder }: ModelFolder, modelServer: ModelServer | null): ModelInfo {
  const { sid, title, name, status, trainedAt } = manifest;
  const backend = manifest.backend === "onnx" && modelServer ? "kserve" : manifest.backend;
  return { sid, title, name, backend, status, trainedAt, folder };
}

export interface LoadModelsOptions extends ModelDirs {
  /** The server that runs the networks of precount models; null: they run in this process. */
  modelServer?: ModelServer | null;
  /** Adds the fake model, for tests. */
  withFake?: boolean;
}

/** Lists the models and checks their weight files. Loads nothing into memory. Throws ModelFilesError. */
export async function loadModels({ modelServer = null, withFake = false, ...dirs }: LoadModelsOptions = {}): Promise<
  ModelInfo[]
> {
  const models = (await readModelFolders(dirs)).map((folder) => toModelInfo(folder, modelServer));
  return withFake ? [...models, FAKE_MODEL] : models;
}

/** A model that is ready to run. */
export interface LoadedModel {
  model: DetectionModel;
  /** The long edge to which the model wants a photo decoded, given the photo's full long edge; pixels. */
  decodeEdge: (longEdgePx: number) => number;
}

/** Loads a model by name. Checks its files again, because they may have changed. Throws ModelFilesError. */
export async function openModel(
  name: string,
  { threads, modelServer }: OpenNetworksOptions,
  dirs: ModelDirs = {},
): Promise<LoadedModel> {
  if (name === FAKE_MODEL.name) return { model: new FakeModel(), decodeEdge: atMost(1024) };
  const folder = await readModelFolder(findModelFolder(name, dirs));
  const { manifest, files } = folder;
  const info = toModelInfo(folder, modelServer);
  if (manifest.backend !== "ppocr") {
    const model = await PrecountModel.load(info, manifest, () =>
      openNetworks(manifest, files, { threads, modelServer }),
    );
    return { model, decodeEdge: halveAbove(manifest.halveAbovePx) };
  }
  const file = (role: string): string => {
    const path = files[role];
    if (!path) throw new ModelFilesError(`Model ${manifest.name}: its manifest names no weight file for ${role}.`);
    return path;
  };
  const roles = { detector: file("detector"), reader: file("reader"), keys: file("keys") };
  const model = await PpocrModel.load(info, manifest, roles, threads);
  return { model, decodeEdge: atMost(manifest.decodeLongEdgePx) };
}

const atMost = (mostPx: number) => (edge: number) => Math.min(mostPx, edge);

/** Halves the edge until it is short enough: a JPEG decoder scales to a half, a quarter or an eighth cheaply. */
const halveAbove =
  (mostPx: number) =>
  (edge: number): number => {
    let halved = edge;
    while (halved > mostPx) halved = Math.ceil(halved / 2);
    return halved;
  };
