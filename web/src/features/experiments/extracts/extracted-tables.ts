import type { ExtractFormat } from "@precount/domain";
import Papa from "papaparse";
import { z } from "zod";
import { tryParseJson } from "../../../shared/uploads/send-form.ts";

type Rows = readonly (readonly string[])[];

const jsonSchema = z.object({ tables: z.array(z.object({ rows: z.array(z.array(z.string())) })) });

/** The tables in the extracted contents; none when the contents have another format. */
export function extractedTables(contents: string, format: ExtractFormat): Rows[] {
  if (format === "csv") return tablesOfCsv(contents);
  const json = jsonSchema.safeParse(tryParseJson(contents));
  return json.success ? json.data.tables.map(({ rows }) => rows).filter((rows) => rows.length > 0) : [];
}

/** An empty line separates tables. */
function tablesOfCsv(contents: string): Rows[] {
  const { data } = Papa.parse<string[]>(contents, { delimiter: ",", skipEmptyLines: false });
  const tables: string[][][] = [[]];
  for (const row of data) {
    if (row.length === 1 && row[0] === "") tables.push([]);
    else tables.at(-1)?.push(row);
  }
  return tables.filter((rows) => rows.length > 0);
}

/** The contents as displayed: JSON indented, other formats unchanged. */
export function displayText(contents: string, format: ExtractFormat): string {
  const json = format === "json" ? tryParseJson(contents) : null;
  return json === null ? contents : JSON.stringify(json, null, 2);
}
