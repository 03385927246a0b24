import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";
import { z } from "zod";

/** A weight file in a model's folder (`file`), or in an npm package that the lock file pins. */
export const weightFileSchema = z.object({
  role: z.string(),
  file: z.string(),
  package: z.object({ name: z.string(), version: z.string() }).optional(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
type WeightFile = z.infer<typeof weightFileSchema>;

/** A model's files cannot be used. The message names the file and says what is wrong and what to do. */
export class ModelFilesError extends Error {
  override readonly name = "ModelFilesError";
}

/**
 * Finds a model's weight files and compares each with its SHA-256.
 * @returns absolute paths by role
 * @throws ModelFilesError when a file is missing, was changed, or lies outside its folder
 */
export async function checkWeightFiles(
  model: { name: string; folder: string },
  weights: readonly WeightFile[],
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const weight of weights) {
    const path = await locate(model.folder, weight);
    const actual = await sha256Of(path, model.folder);
    if (actual !== weight.sha256) {
      throw new ModelFilesError(
        `Model ${model.name}: ${path} is not the file its manifest names (sha256 ${actual}, expected ` +
          `${weight.sha256}). Restore the file, or export the model again.`,
      );
    }
    files[weight.role] = path;
  }
  return files;
}

/** Rejects paths outside the folder or package, because a manifest may come from an untrusted source. */
async function locate(folder: string, weight: WeightFile): Promise<string> {
  const root = weight.package ? await packageRoot(weight.package) : folder;
  const path = join(root, weight.file);
  if (isAbsolute(weight.file) || relative(root, path).startsWith("..")) {
    throw new ModelFilesError(`${folder}: the weight file ${weight.file} lies outside its model.`);
  }
  return path;
}

async function packageRoot({ name, version }: { name: string; version: string }): Promise<string> {
  const require = createRequire(import.meta.url);
  // A package may hide its package.json behind `exports`, so this reads it from the folders Node would search.
  for (const base of require.resolve.paths(name) ?? []) {
    const path = join(base, name, "package.json");
    const text = await readFile(path, "utf8").catch(() => null);
    if (text === null) continue;
    const found = z.object({ version: z.string() }).parse(JSON.parse(text)).version;
    if (found !== version) {
      throw new ModelFilesError(`The package ${name} is ${found}; the model was checked with ${version}. Run npm ci.`);
    }
    return dirname(path);
  }
  throw new ModelFilesError(
    `The package ${name} ${version}, which holds the model's weights, is not installed. Run npm ci.`,
  );
}

async function sha256Of(path: string, folder: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer); // no encoding set: Buffers
  } catch {
    throw new ModelFilesError(`${folder}: the weight file ${path} is missing. Restore it, or run npm ci.`);
  }
  return hash.digest("hex");
}
