import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { WorkerContext } from "../worker-context.ts";
import { exampleFiles } from "./example-files.ts";

/** Writes the examples of a group, or with null all, to a folder. The folder exists only when it is complete. */
export async function writeExampleFolder(
  { db, blobs }: Pick<WorkerContext, "blobs" | "db">,
  group: string | null,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  const unfinished = `${folder}.tmp`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, "crops"), { recursive: true });
  for await (const { name, content } of exampleFiles({ db, blobs }, group)) {
    await pipeline(content, createWriteStream(join(unfinished, name)), { signal });
  }
  await rename(unfinished, folder);
}
