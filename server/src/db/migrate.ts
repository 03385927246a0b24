import { join } from "node:path";
import { drizzle, migrate as runMigrations } from "./drizzle.ts";
import { Client } from "pg";

export const MIGRATIONS_FOLDER = join(import.meta.dirname, "../../migrations");
/** Any fixed number: what all Precounts on one database agree on. */
const ADVISORY_LOCK = 7_322_846;

/**
 * Brings the database to this version's tables. Several servers may start at once: an advisory lock
 * lets one of them work while the others wait and then find nothing to do.
 */
export async function migrate(url: string, migrationsFolder = MIGRATIONS_FOLDER): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await runMigrations(drizzle({ client, casing: "snake_case" }), { migrationsFolder });
  } finally {
    // Ending the connection gives the lock back.
    await client.end();
  }
}
