import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { OperatorError } from "../errors/operator-error.ts";
import { readCompressed } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { listTables, quoted } from "./take-tables.ts";

/**
 * Fills the tables, which have the columns that the snapshot's had, in the client's transaction. Their own rules rest
 * meanwhile: the order of tables is the alphabet's, and what triggers would count is in the rows already. Foreign keys are
 * checked when they are set again.
 */
export async function putTables(client: PoolClient, folder: string, manifest: Manifest): Promise<void> {
  const there = new Set((await listTables(client)).map(({ name }) => name));
  const foreign = await dropForeignKeys(client);
  for (const name of there) {
    await client.query(`alter table public."${name}" disable trigger user`);
    await client.query(`delete from public."${name}"`);
  }
  for (const { name, columns, rows } of manifest.tables) {
    const copy = client.query(copyFrom(`copy public."${name}" (${quoted(columns)}) from stdin`));
    await pipeline(readCompressed(join(folder, `${name}.copy.gz`)), copy);
    if (copy.rowCount !== rows) throw new OperatorError(`${name} came back with ${copy.rowCount} of ${rows} rows.`);
  }
  for (const { name, lastValue } of manifest.sequences)
    await client.query("select setval($1::regclass, $2::bigint)", [`public."${name}"`, lastValue]);
  for (const sql of foreign) await client.query(sql);
  for (const name of there) await client.query(`alter table public."${name}" enable trigger user`);
}

/** Returns the statements that set them again. */
async function dropForeignKeys(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}
