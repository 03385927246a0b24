import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { createClient } from "./client.ts";
import type { Client } from "pg";
import { z } from "zod";
import { OperatorError } from "../errors/operator-error.ts";
import { drizzle, migrate as runMigrations } from "./drizzle.ts";

export const MIGRATIONS_FOLDER = join(import.meta.dirname, "../../migrations");
/** A table that exists until a restore into the database has finished. */
export const UNFINISHED_RESTORE = "unfinished_restore";

/**
 * Migrates the database to this version's schema. If several servers start at once, an advisory lock lets one of them migrate
 * while the others wait. Throws OperatorError and changes nothing if a newer version has migrated the database or a restore is
 * unfinished.
 */
export async function migrate(
  url: string,
  migrationsFolder = MIGRATIONS_FOLDER,
  { duringRestore = false } = {},
): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migration]);
    if (!duringRestore) await rejectUnfinishedRestore(client);
    await rejectNewerDatabase(client, migrationsFolder);
    // A server whose role may not create tables starts once the owner has migrated them.
    if (await isCurrent(client, migrationsFolder)) return;
    await runMigrations(drizzle({ client, casing: "snake_case" }), { migrationsFolder });
  } catch (error) {
    throw isMissingRight(error) ? new OperatorError(OWNER_IS_NEEDED, { cause: error }) : error;
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}

const OWNER_IS_NEEDED =
  "The role of DATABASE_URL may not change tables. Run 'precount migrate --grant-to ROLE' with the DATABASE_URL of their owner first.";

async function isCurrent(client: Client, folder: string): Promise<boolean> {
  const { entries } = await readJournal(folder);
  return ((await lastMigration(client)) ?? 0) >= (entries.at(-1)?.when ?? Infinity);
}

/** PostgreSQL's code for insufficient privileges. */
function isMissingRight(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === "42501") return true;
  return false;
}

/** The server that migrates may still be starting. */
const WAIT_MS = 60_000;
const POLL_MS = 500;

/**
 * Resolves when a server has migrated the database to this version's schema; workers wait for it. Throws OperatorError as `migrate`
 * does, and after a minute without the migration.
 */
export async function waitForMigrations(url: string, waitMs = WAIT_MS): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    const { entries } = await readJournal();
    const expected = entries.at(-1)?.when ?? 0;
    for (const deadline = Date.now() + waitMs; ;) {
      await rejectUnfinishedRestore(client);
      await rejectNewerDatabase(client, MIGRATIONS_FOLDER);
      if (((await lastMigration(client)) ?? 0) >= expected) return;
      if (Date.now() >= deadline) throw new OperatorError(NOT_MIGRATED);
      await delay(POLL_MS);
    }
  } finally {
    await client.end();
  }
}

const NOT_MIGRATED =
  "The database does not have this version's tables. Start a server of this version on it, or run 'precount migrate', then start the worker again.";

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })) });

/** All migrations in order; `when` is drizzle's timestamp of each, milliseconds. */
export async function readJournal(folder = MIGRATIONS_FOLDER): Promise<z.infer<typeof journalSchema>> {
  return journalSchema.parse(JSON.parse(await readFile(join(folder, "meta/_journal.json"), "utf8")));
}

/** Timestamp of the last applied migration; null if none was applied. */
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

async function rejectNewerDatabase(client: Client, folder: string): Promise<void> {
  const { entries } = await readJournal(folder);
  const last = await lastMigration(client);
  if (last === null || entries.some(({ when }) => when >= last)) return;
  throw new OperatorError(
    "This database was made by a newer version of Precount. Start that version or a newer one. Nothing was changed.",
  );
}

async function rejectUnfinishedRestore(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string | null }>(`select to_regclass($1) as "table"`, [
    `public.${UNFINISHED_RESTORE}`,
  ]);
  if (!rows[0]?.table) return;
  throw new OperatorError(
    "A restore into this database was not finished. Run 'precount restore' again; until then nothing starts on it.",
  );
}
