import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { listSealKeys } from "../db/seals/keys.ts";
import { hasAdmin } from "../db/users.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { codeOf } from "../lib/code-of.ts";
import type { BlobStore } from "./blob-store.ts";

/** The file in DATA_DIR that names the installation whose files are there. */
const MARK = "installation";

/**
 * Throws OperatorError if the files in DATA_DIR belong to another database than this one: a start removes files without a row, so after
 * a lost database or with the address of another one it would remove all photos. Does not list a bucket; a start removes nothing there.
 */
export async function requireOwnFiles(
  db: Database,
  blobs: Pick<BlobStore, "list">,
  { dataDir, s3 }: Pick<Config, "dataDir" | "s3">,
): Promise<void> {
  if (s3 !== null) return;
  await requireOwnMark(db, dataDir);
  if (await hasAdmin(db)) return;
  for await (const _ of blobs.list()) {
    throw new OperatorError(
      `There are photos in ${join(dataDir, "blobs")}, but the database is new and does not know them. Check DATA_DIR and DATABASE_URL, or restore a backup into an empty DATA_DIR.`,
    );
  }
}

/** Throws OperatorError if another installation has marked DATA_DIR. */
export async function requireOwnMark(db: Database, dataDir: string): Promise<void> {
  const [mark, own] = [await readMark(dataDir), await installationId(db)];
  if (mark === null || own === null || mark === own) return;
  throw new OperatorError(
    `The files in ${dataDir} belong to another database than the one of this start. Check DATA_DIR and DATABASE_URL.`,
  );
}

/** Marks DATA_DIR as this installation's, once its database has the key that signs reports. */
export async function markOwnFiles(db: Database, { dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Promise<void> {
  if (s3 !== null) return;
  const own = await installationId(db);
  if (own !== null && (await readMark(dataDir)) === null) await writeFile(join(dataDir, MARK), `${own}\n`);
}

/** For a restore, which puts another installation into DATA_DIR. */
export const removeMark = (dataDir: string): Promise<void> => rm(join(dataDir, MARK), { force: true });

/** The hash of the first key that signed reports: no other installation has it, and it is kept for ever, also in backups. */
async function installationId(db: Database): Promise<string | null> {
  const [first] = await listSealKeys(db);
  return first ? createHash("sha256").update(first.publicKey).digest("hex") : null;
}

async function readMark(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, MARK), "utf8")).trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
