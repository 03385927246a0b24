import { type SQL, sql } from "../drizzle.ts";
import { reports } from "../schema/reports.ts";

export const contents = (path: string): SQL => sql`${reports.contents} #> ${sql.raw(`'{${path}}'`)}`;

export const exceptionsOf = sql`jsonb_array_elements(${contents("exceptions")}) with ordinality as e(value, position)`;

export const skusOf = sql`jsonb_to_recordset(${contents("totals,bySku")}) as s(code text, rows int, quantity float8)`;
