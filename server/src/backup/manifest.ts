import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { OperatorError } from "../errors/operator-error.ts";

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
/** Also what may stand in a statement as it is. */
const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const countSchema = z.int().min(0);

/** A snapshot's own word of itself, written last: without it the snapshot is not whole. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Of the program that made it. */
  version: z.string(),
  /** Drizzle's mark of the last migration its tables have seen, milliseconds. */
  migration: z.int(),
  /** `<name>.copy.gz` each: PostgreSQL's COPY text of these columns. */
  tables: z.array(
    z.object({ name: nameSchema, columns: z.array(nameSchema), rows: countSchema, sha256: sha256Schema }),
  ),
  sequences: z.array(z.object({ name: nameSchema, lastValue: z.string().regex(/^\d{1,19}$/) })),
  /** Work that only the queue knew of: `queue.json.gz`. */
  queue: z.object({ jobs: countSchema, sha256: sha256Schema }),
  /** Files of the store that its rows need, `blobs.txt.gz`: a sha256 a line. */
  blobs: z.object({ count: countSchema, sha256: sha256Schema }),
  /** Those that were not in the store either. */
  missing: z.array(sha256Schema),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = "manifest.json";
export const snapshotsFolder = (folder: string): string => join(folder, "snapshots");
/** Names sort by time: `2026-11-22T04-45-00-000Z`. */
export const snapshotName = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, "-");

/** Of a backup's folder, the newest last; unfinished ones are none. */
export async function listSnapshots(folder: string): Promise<string[]> {
  const entries = await readdir(snapshotsFolder(folder), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && /^[0-9TZ-]+$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

/** Throws OperatorError for what is no snapshot, or one of a program that writes them otherwise. */
export async function readManifest(snapshot: string): Promise<Manifest> {
  const text = await readFile(join(snapshot, MANIFEST), "utf8").catch(() => {
    throw new OperatorError(`${snapshot} is no finished backup: it has no ${MANIFEST}.`);
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const { path = [], message } = parsed.error.issues[0] ?? {};
  throw new OperatorError(`The backup in ${snapshot} cannot be read: ${MANIFEST}, ${path.join(".")}: ${message}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
