/** For browser tests: `dump-rows.ts DATABASE_URL` prints every row of every table, one per line: the table, a tab, the row as JSON. */
import process from "node:process";
import { connect } from "../db/connect.ts";

const [url = ""] = process.argv.slice(2);
const connection = connect(url);
const { pool } = connection;
const tables = await pool.query<{ name: string }>(
  "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
);
for (const { name } of tables.rows) {
  const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`);
  for (const { row } of rows) process.stdout.write(`${name}\t${row}\n`);
}
await connection.close();
