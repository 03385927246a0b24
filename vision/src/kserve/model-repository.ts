import { chmod, copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MODELS_DIR, readModelFolders } from "../manifest.ts";
import { networkSpecs } from "../precount/networks.ts";
import { ROLES } from "../precount/roles.ts";
import type { NetworkSpec, TensorSpec } from "../network-spec.ts";
import { servedName } from "./model-server.ts";

export interface WrittenModel {
  name: string;
  /** False when the repository already had it. A model's files never change, because its name contains their hash. */
  isNew: boolean;
}

/**
 * Writes the networks of the onnx models as Triton loads them: `NAME/config.pbtxt` and `NAME/1/model.onnx`. Keeps other
 * models in the folder, so that one repository serves several versions of Precount. Each model appears atomically.
 * @throws ModelFilesError for a damaged model
 */
export async function writeModelRepository(folder: string, modelsDir = MODELS_DIR): Promise<WrittenModel[]> {
  const models = (await readModelFolders({ modelsDir })).flatMap(({ manifest, files }) =>
    manifest.backend === "onnx" ? [{ manifest, files }] : [],
  );
  await mkdir(folder, { recursive: true });
  const written: WrittenModel[] = [];
  for (const { manifest, files } of models) {
    const specs = networkSpecs(manifest);
    for (const role of ROLES) {
      const spec = specs[role];
      const file = files[role];
      const sha256 = manifest.weights.find((weight) => weight.role === role)?.sha256;
      if (sha256 === undefined || file === undefined) continue;
      const name = servedName(manifest.name, role, sha256);
      written.push({ name, isNew: await writeModel(join(folder, name), tritonConfig(name, spec), file) });
    }
  }
  return written;
}

async function writeModel(path: string, config: string, weights: string): Promise<boolean> {
  if (await stat(path).catch(() => null)) return false;
  const temporary = await mkdtemp(join(path, "../.new-"));
  try {
    await mkdir(join(temporary, "1"));
    await copyFile(weights, join(temporary, "1", "model.onnx"));
    await writeFile(join(temporary, "config.pbtxt"), config);
    // The model server usually runs as another user.
    await chmod(temporary, 0o755);
    await rename(temporary, path);
    return true;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process has written the same model in the meantime.
    if (await stat(path).catch(() => null)) return false;
    throw error;
  }
}

/**
 * Triton's model configuration. `max_batch_size: 0` turns off Triton's own batching: photos differ in size, and
 * crops are already batched.
 */
function tritonConfig(name: string, { input, output }: NetworkSpec): string {
  return (
    `name: "${name}"\nbackend: "onnxruntime"\nmax_batch_size: 0\n` +
    `input [\n${tensorConfig(input)}]\noutput [\n${tensorConfig(output)}]\n`
  );
}

const tensorConfig = ({ name, shape }: TensorSpec): string =>
  `  {\n    name: "${name}"\n    data_type: TYPE_FP32\n    dims: [ ${shape.join(", ")} ]\n  }\n`;
