import { chmod, copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MODELS_DIR, readModelFolders } from "../manifest.ts";
import { networkSpecs } from "../precount/networks.ts";
import type { NetworkSpec, TensorSpec } from "../network-spec.ts";
import { servedName } from "./model-server.ts";

export interface WrittenModel {
  name: string;
  /** False: it was there before, and one of this name never changes. */
  isNew: boolean;
}

/**
 * Lays out the networks of our own models as Triton loads them: `NAME/config.pbtxt` and `NAME/1/model.onnx`. What else is in the
 * folder stays, so one repository serves several versions of Precount; each model appears in one step, whole.
 * @throws ModelFilesError for a damaged model
 */
export async function writeModelRepository(folder: string, modelsDir = MODELS_DIR): Promise<WrittenModel[]> {
  const models = (await readModelFolders(modelsDir)).flatMap(({ manifest, files }) =>
    manifest.backend === "onnx" ? [{ manifest, files }] : [],
  );
  await mkdir(folder, { recursive: true });
  const written: WrittenModel[] = [];
  for (const { manifest, files } of models) {
    const specs = networkSpecs(manifest);
    for (const { role, sha256 } of manifest.weights) {
      const spec = role === "detector" || role === "reader" ? specs[role] : undefined;
      const file = files[role];
      if (!spec || file === undefined) continue;
      const name = servedName(manifest.name, role, sha256);
      written.push({ name, isNew: await writeModel(join(folder, name), configOf(name, spec), file) });
    }
  }
  return written;
}

async function writeModel(path: string, config: string, weights: string): Promise<boolean> {
  if (await stat(path).catch(() => null)) return false;
  const half = await mkdtemp(join(path, "../.new-"));
  try {
    await mkdir(join(half, "1"));
    await copyFile(weights, join(half, "1", "model.onnx"));
    await writeFile(join(half, "config.pbtxt"), config);
    // The server is another user, mostly.
    await chmod(half, 0o755);
    await rename(half, path);
    return true;
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    // Somebody else was quicker, with the very same.
    if (await stat(path).catch(() => null)) return false;
    throw error;
  }
}

/**
 * Triton's model configuration. `max_batch_size: 0` leaves the first dimension to us: photos differ in size, and crops come in
 * batches already.
 */
function configOf(name: string, { input, output }: NetworkSpec): string {
  return (
    `name: "${name}"\nbackend: "onnxruntime"\nmax_batch_size: 0\n` +
    `input [\n${blockOf(input)}]\noutput [\n${blockOf(output)}]\n`
  );
}

const blockOf = ({ name, shape }: TensorSpec): string =>
  `  {\n    name: "${name}"\n    data_type: TYPE_FP32\n    dims: [ ${shape.join(", ")} ]\n  }\n`;
