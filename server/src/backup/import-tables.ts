import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { OperatorError } from "../errors/operator-error.ts";
import { readCompressed } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { DERIVED_TABLES, listTables, quoted } from "./export-tables.ts";

/**
 * Fills the tables from a snapshot in the client's transaction. The tables must have the columns of the snapshot. Triggers are
 * disabled, because the rows already contain what they would count. Foreign keys are dropped, because the tables are filled in
 * alphabetical order; adding them again checks all rows.
 */
export async function importTables(client: PoolClient, folder: string, manifest: Manifest): Promise<void> {
  const tables = new Set((await listTables(client)).map(({ name }) => name));
  const foreignKeys = await dropForeignKeys(client);
  for (const name of tables) {
    await client.query(`alter table public."${name}" disable trigger user`);
    await client.query(`delete from public."${name}"`);
  }
  await client.query(`truncate ${DERIVED_TABLES.map((name) => `public."${name}"`).join(", ")}`);
  for (const { name, columns, rows } of manifest.tables) {
    const copy = client.query(copyFrom(`copy public."${name}" (${quoted(columns)}) from stdin`));
    await pipeline(readCompressed(join(folder, `${name}.copy.gz`)), copy);
    if (copy.rowCount !== rows) throw new OperatorError(`Restored only ${copy.rowCount} of ${rows} rows of ${name}.`);
  }
  for (const { name, lastValue } of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint)", [`public."${name}"`, lastValue]);
  for (const statement of foreignKeys) await client.query(statement);
  for (const name of tables) await client.query(`alter table public."${name}" enable trigger user`);
}

/** Drops all foreign keys and returns the statements that add them again. */
async function dropForeignKeys(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}
