import { join } from "node:path";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Manifest } from "./manifest.ts";
import { writeCompressed } from "./files.ts";

/** The radar's tables, and crops: they are computed again from the others. A restore empties them. */
export const DERIVED_TABLES = [
  "image_crops",
  "radar_events",
  "radar_changes",
  "radar_images",
  "radar_stickers",
  "radar_findings",
];

/** Tables with short-lived state, such as running processes and pending answers, and derived ones. They are not backed up. */
const TRANSIENT_TABLES = [
  "evidence_visits",
  "experiment_files",
  "job_answers",
  "processes",
  "upkeep",
  ...DERIVED_TABLES,
]
  .map((name) => `'${name}'`)
  .join(", ");

/** Every table to back up, with its columns except generated ones. */
export async function listTables(client: PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select t.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.tables t
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and t.table_name not in (${TRANSIENT_TABLES})
    group by t.table_name order by t.table_name`);
  return rows;
}

/** Copies every table into `folder`, as seen by the client's transaction. */
export async function exportTables(client: PoolClient, folder: string): Promise<Manifest["tables"]> {
  const exported: Manifest["tables"] = [];
  for (const table of await listTables(client)) {
    const copy = client.query(copyTo(`copy public."${table.name}" (${quoted(table.columns)}) to stdout`));
    const sha256 = await writeCompressed(join(folder, `${table.name}.copy.gz`), copy);
    exported.push({ ...table, rows: copy.rowCount, sha256 });
  }
  return exported;
}

export const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(", ");

/** The last value of each sequence. Sequences ignore transactions: a value past the copied rows is harmless. */
export async function exportSequences(client: PoolClient): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; lastValue: string }>(`
    select sequencename as name, last_value::text as "lastValue"
    from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename`);
  return rows;
}
