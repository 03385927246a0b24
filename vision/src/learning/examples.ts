import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Example, exampleSchema } from "@precount/domain";
import { z } from "zod";

/** An example with the path of its crop, and the sha256 of everything that its description depends on. */
export type FoundExample = { example: Example; path: string; digest: string };

/**
 * The examples in a folder whose crops exist; a crop is missing when its event was deleted after the folder was written.
 * If several lines have the same key, the last one counts. Throws an Error that names the first invalid line.
 */
export async function readExamples(folder: string): Promise<FoundExample[]> {
  const lines = (await readFile(join(folder, "examples.jsonl"), "utf8")).split("\n");
  const examples = new Map<string, Example>();
  for (const [i, line] of lines.entries()) {
    if (line === "") continue;
    const example = parseLine(line, `${folder}/examples.jsonl, line ${i + 1}`);
    examples.set(example.key, example);
  }
  const found: FoundExample[] = [];
  for (const example of examples.values()) {
    const path = join(folder, example.file);
    const content = await readFile(path).catch(() => null);
    if (content) found.push({ example, path, digest: digestOf(example, content) });
  }
  return found;
}

function parseLine(line: string, place: string): Example {
  try {
    return exampleSchema.parse(JSON.parse(line));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : "it is not JSON";
    throw new Error(`${place} is no example: ${why}`, { cause: error });
  }
}

const digestOf = ({ key, box }: Example, crop: Buffer): string =>
  createHash("sha256")
    .update(JSON.stringify([key, box]))
    .update(crop)
    .digest("hex");
