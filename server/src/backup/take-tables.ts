import { join } from "node:path";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Manifest } from "./manifest.ts";
import { writeCompressed } from "./files.ts";

/** What somebody waits for at this moment, and who runs on which machine: no backup brings them back. */
const PASSING = "'experiment_files', 'job_answers', 'processes', 'upkeep'";

/** Every table of ours that is kept, with the columns that are not made of others. */
export async function listTables(client: PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and t.table_name not in (${PASSING})
    group by t.table_name order by t.table_name`);
  return rows;
}

/** Copies every table into `folder`, as the client's transaction sees it. */
export async function takeTables(client: PoolClient, folder: string): Promise<Manifest["tables"]> {
  const taken: Manifest["tables"] = [];
  for (const table of await listTables(client)) {
    const copy = client.query(copyTo(`copy public."${table.name}" (${quoted(table.columns)}) to stdout`));
    const sha256 = await writeCompressed(join(folder, `${table.name}.copy.gz`), copy);
    taken.push({ ...table, rows: copy.rowCount, sha256 });
  }
  return taken;
}

export const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(", ");

/** How far each of our sequences has come. They go on beside any transaction: what comes after the copied rows is harmless. */
export async function takeSequences(client: PoolClient): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; lastValue: string }>(`
    select sequencename as name, last_value::text as "lastValue"
    from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename`);
  return rows;
}
