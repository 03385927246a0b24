import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { hasAdmin } from "../db/users.ts";
import { OperatorError } from "../errors/operator-error.ts";
import type { BlobStore } from "./blob-store.ts";

/**
 * Throws OperatorError if DATA_DIR has photos although no server has used the database yet: a start removes files without a row, so
 * after a lost database or with the address of another one it would remove all photos. Does not list a bucket; a start removes
 * nothing there.
 */
export async function requireOwnFiles(
  db: Database,
  blobs: Pick<BlobStore, "list">,
  { dataDir, s3 }: Pick<Config, "dataDir" | "s3">,
): Promise<void> {
  if (s3 !== null || (await hasAdmin(db))) return;
  for await (const _ of blobs.list()) {
    throw new OperatorError(
      `There are photos in ${join(dataDir, "blobs")}, but the database is new and does not know them. Check DATA_DIR and DATABASE_URL, or restore a backup into an empty DATA_DIR.`,
    );
  }
}
