import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "./client.ts";
import type { Client } from "pg";
import { z } from "zod";
import { OperatorError } from "../errors/operator-error.ts";
import { drizzle, migrate as runMigrations } from "./drizzle.ts";

export const MIGRATIONS_FOLDER = join(import.meta.dirname, "../../migrations");
/** Any fixed number: what all Precounts on one database agree on. */
const ADVISORY_LOCK = 7_322_846;
/** A table that is there as long as a restore into the database is not finished. */
export const UNFINISHED_RESTORE = "unfinished_restore";

/**
 * Brings the database to this version's tables. Several servers may start at once: an advisory lock
 * lets one of them work while the others wait and then find nothing to do. Throws OperatorError, with nothing
 * touched, for a database that a newer Precount has changed or that a restore has left half-done.
 */
export async function migrate(
  url: string,
  migrationsFolder = MIGRATIONS_FOLDER,
  { duringRestore = false } = {},
): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    if (!duringRestore) await refuseUnfinishedRestore(client);
    await refuseNewer(client, migrationsFolder);
    await runMigrations(drizzle({ client, casing: "snake_case" }), { migrationsFolder });
  } finally {
    // Ending the connection gives the lock back.
    await client.end();
  }
}

/** Whoever migrates may be starting too. */
const WAIT_MS = 60_000;
const POLL_MS = 500;

/**
 * Resolves when somebody has brought the database to this version's tables: a worker starts beside the servers that do.
 * Throws OperatorError as `migrate` does, and when nobody has after a minute.
 */
export async function waitForMigrations(url: string, waitMs = WAIT_MS): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    const { entries } = await readJournal();
    const wanted = entries.at(-1)?.when ?? 0;
    for (const deadline = Date.now() + waitMs; ;) {
      await refuseUnfinishedRestore(client);
      await refuseNewer(client, MIGRATIONS_FOLDER);
      if (((await lastMigration(client)) ?? 0) >= wanted) return;
      if (Date.now() >= deadline) throw new OperatorError(NOT_MIGRATED);
      await delay(POLL_MS);
    }
  } finally {
    await client.end();
  }
}

const NOT_MIGRATED =
  "The database has not this version's tables. Start a server of this version on it, or run 'precount migrate', then start the worker again.";

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })) });

/** What there is to migrate, in its order; `when` is drizzle's own mark of each, milliseconds. */
export async function readJournal(folder = MIGRATIONS_FOLDER): Promise<z.infer<typeof journalSchema>> {
  return journalSchema.parse(JSON.parse(await readFile(join(folder, "meta/_journal.json"), "utf8")));
}

/** The mark of the last migration that the database has seen; null for one without any. */
export async function lastMigration(client: Pick<Client, "query">): Promise<number | null> {
  const { rows } = await client.query<{ table: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as "table"`,
  );
  if (!rows[0]?.table) return null;
  const last = await client.query<{ when: string | null }>(
    `select max(created_at) as "when" from drizzle.__drizzle_migrations`,
  );
  const when = last.rows[0]?.when ?? null;
  return when === null ? null : Number(when);
}

async function refuseNewer(client: Client, folder: string): Promise<void> {
  const { entries } = await readJournal(folder);
  const last = await lastMigration(client);
  if (last === null || entries.some(({ when }) => when >= last)) return;
  throw new OperatorError(
    "This database was made by a newer version of Precount. Start that version, or a newer one; nothing was changed.",
  );
}

async function refuseUnfinishedRestore(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string | null }>(`select to_regclass($1) as "table"`, [
    `public.${UNFINISHED_RESTORE}`,
  ]);
  if (!rows[0]?.table) return;
  throw new OperatorError(
    "A restore into this database was not finished. Run 'precount restore' again; until then nothing starts on it.",
  );
}
