import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { OperatorError } from "../errors/operator-error.ts";
import { codeOf } from "../lib/code-of.ts";

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
/** Names in this form are safe to put into an SQL statement unescaped. */
const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const countSchema = z.int().min(0);

/** The manifest of a snapshot. It is written last: a snapshot without it is incomplete. */
export const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Version of Precount that made the snapshot. */
  version: z.string(),
  /** Drizzle's timestamp of the last applied migration, milliseconds. */
  migration: z.int(),
  /** One `<name>.copy.gz` per table: these columns in PostgreSQL's COPY text format. */
  tables: z.array(
    z.object({ name: nameSchema, columns: z.array(nameSchema), rows: countSchema, sha256: sha256Schema }),
  ),
  sequences: z.array(z.object({ name: nameSchema, lastValue: z.string().regex(/^\d{1,19}$/) })),
  /** Jobs that exist only in the queue: `queue.json.gz`. */
  queue: z.object({ jobs: countSchema, sha256: sha256Schema }),
  /** Blobs that the rows refer to: `blobs.txt.gz`, one sha256 per line. */
  blobs: z.object({ count: countSchema, sha256: sha256Schema }),
  /** Blobs that could not be saved: missing or damaged in the store. */
  missing: z.array(sha256Schema),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST = "manifest.json";
export const snapshotsFolder = (folder: string): string => join(folder, "snapshots");
/** Names sort by time: `2026-11-22T04-45-00-000Z`. */
export const snapshotName = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, "-");

const isMissing = (error: unknown): boolean => /^(ENOENT|ENOTDIR)$/.test(String(codeOf(error)));

/** Names of the finished snapshots in a backup folder, oldest first. */
export async function listSnapshots(folder: string): Promise<string[]> {
  const entries = await readdir(snapshotsFolder(folder), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isDirectory() && /^[0-9TZ-]+$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

/** Throws OperatorError if the folder is not a finished snapshot or its manifest has another format. */
export async function readManifest(snapshot: string): Promise<Manifest> {
  const text = await readFile(join(snapshot, MANIFEST), "utf8").catch(() => {
    throw new OperatorError(`${snapshot} is not a finished backup: it has no ${MANIFEST}.`);
  });
  const content = parseJson(text);
  if (content === null) throw new OperatorError(`The backup in ${snapshot} cannot be read: ${MANIFEST} is not JSON.`);
  const parsed = manifestSchema.safeParse(content);
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
