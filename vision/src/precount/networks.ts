import { DETECTOR_CHANNELS } from "@precount/domain";
import { KserveNetwork } from "../kserve/kserve-network.ts";
import { type ModelServer, resolveServedModel, resolveModelServer } from "../kserve/model-server.ts";
import type { PrecountManifest } from "../manifest.ts";
import { type Network, OnnxNetwork } from "@precount/inference";
import type { NetworkSpec } from "../network-spec.ts";
import { openCombination } from "../adaptation/adapted-combination.ts";
import { openFeatureReaders, readAdaptation, readShippedLayer, weightFile } from "../adaptation/feature-readers.ts";
import { type Combination, SHIPPED_COMBINATION, fieldOutputs } from "./read-fields.ts";
import { readerOutputs } from "./read.ts";
import type { Role } from "./roles.ts";

/** Tensors of the networks, as `precount_training/export.py` names them. */
export function networkSpecs(manifest: PrecountManifest): Record<Role, NetworkSpec> {
  const { detect, read, field } = manifest;
  return {
    detector: {
      input: { name: "photo", shape: [-1, 3, -1, -1] },
      output: { name: "found", shape: [-1, DETECTOR_CHANNELS, -1, -1] },
      smallest: [1, 3, detect.multiplePx, detect.multiplePx],
      answerShape: ([photos = 0, , height = 0, width = 0]) => [
        photos,
        DETECTOR_CHANNELS,
        Math.floor(height / detect.stridePx),
        Math.floor(width / detect.stridePx),
      ],
      // Scores, and boxes near their cell in units of 64 px: a valid value is far below 1000.
      range: { least: -1000, most: 1000 },
    },
    reader: {
      input: { name: "crops", shape: [-1, 3, read.heightPx, read.widthPx] },
      output: { name: "read", shape: [-1, readerOutputs(read)] },
      smallest: [1, 3, read.heightPx, read.widthPx],
      answerShape: ([crops = 0]) => [crops, readerOutputs(read)],
      // Probabilities, and places in shares of the crop, which may lie a little outside.
      range: { least: -1, most: 2 },
    },
    field: {
      input: { name: "strips", shape: [-1, 3, field.heightPx, field.widthPx] },
      output: { name: "read", shape: [-1, fieldOutputs(field)] },
      smallest: [1, 3, field.heightPx, field.widthPx],
      answerShape: ([strips = 0]) => [strips, fieldOutputs(field)],
      // Probabilities, and places in shares of the strip, which may be a little outside.
      range: { least: -1, most: 2 },
    },
  };
}

export interface OpenNetworksOptions {
  /** Threads of networks in this process. */
  threads: number;
  /** The server that runs the networks; null: this process. */
  modelServer: ModelServer | null;
}

/** A model's networks, and how it combines the two readings of a number. */
export type ModelNetworks = Record<Role, Network> & { combination: Combination };

/**
 * Opens the networks: from their files, or on the server that the manifest or the setting names. The readers of a model
 * with an adaptation always run in this process, because servers answer no features.
 * @param files paths of the weights by role; empty for a model whose manifest says `kserve`
 */
export async function openNetworks(
  manifest: PrecountManifest,
  files: Readonly<Record<string, string>>,
  options: OpenNetworksOptions,
): Promise<ModelNetworks> {
  const open = async (role: Role): Promise<Network> => openNetwork(manifest, files, role, options);
  if (files["adaptation"] === undefined) {
    const networks = { detector: await open("detector"), reader: await open("reader"), field: await open("field") };
    return { ...networks, combination: SHIPPED_COMBINATION };
  }
  const { threads } = options;
  const readers = await openFeatureReaders(manifest.name, files, threads);
  const adaptation = await readAdaptation(manifest.name, files);
  const shipped = await readShippedLayer(manifest.name, files);
  const combination = await openCombination(adaptation, shipped, threads);
  return { detector: await open("detector"), ...readers, combination };
}

async function openNetwork(
  manifest: PrecountManifest,
  files: Readonly<Record<string, string>>,
  role: Role,
  { threads, modelServer }: OpenNetworksOptions,
): Promise<Network> {
  const server = resolveModelServer(manifest, modelServer);
  if (server) return new KserveNetwork(networkSpecs(manifest)[role], server, resolveServedModel(manifest, role));
  return OnnxNetwork.load(weightFile(manifest.name, files, role), { threads });
}
