import { link, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Example, exampleSchema } from "@precount/domain";

/** The examples of a folder, in their order. */
export async function examplesIn(folder: string): Promise<Example[]> {
  const text = await readFile(join(folder, "examples.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => exampleSchema.parse(JSON.parse(line)));
}

/** An example, and the folder that has its crop. `file` is the crop's name in a new folder. */
export type PlacedExample = { example: Example; from: string; file: string };

/** Writes a folder of examples. Its crops are hard links. */
export async function writeExampleFolder(to: string, placed: readonly PlacedExample[]): Promise<void> {
  await mkdir(join(to, "crops"), { recursive: true });
  for (const { example, from, file } of placed) await link(join(from, example.file), join(to, file));
  const lines = placed.map(({ example, file }) => JSON.stringify({ ...example, file }));
  await writeFile(join(to, "examples.jsonl"), lines.join("\n"));
}
