import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DocumentStructure, documentStructureSchema, gridOf, tablesOf } from "@precount/domain";
import type { DocumentOutput } from "../document-process.ts";
import { toCsv } from "./csv.ts";
import { toMarkdown } from "./markdown.ts";
import { toXlsx } from "./xlsx.ts";

/** The maximum number of tables with their own file and sheet. Documents of a shop have far fewer. */
const MAX_TABLE_FILES = 500;

const omittedTables = (count: number): string[] =>
  count <= MAX_TABLE_FILES
    ? []
    : [
        `The document has ${count} tables: the first ${MAX_TABLE_FILES} have a CSV and a sheet, the others are in the text and the structure.`,
      ];

/**
 * Writes a document's outputs (PD-49) into a folder: text, structure and, if it has tables, a CSV of each and one workbook. The
 * same document gives the same bytes.
 * @returns the written files, and the structure's problems plus omitted tables
 */
export async function writeOutputs(
  read: DocumentStructure,
  outDir: string,
): Promise<{ outputs: DocumentOutput[]; problems: string[] }> {
  const allTables = tablesOf(read);
  const tables = allTables.slice(0, MAX_TABLE_FILES);
  const problems = [...new Set([...read.problems, ...omittedTables(allTables.length)])];
  const structure = documentStructureSchema.parse({ ...read, problems });
  const outputs: DocumentOutput[] = [];
  const write = async (fileName: string, fileType: DocumentOutput["fileType"], content: string | Uint8Array) => {
    const path = join(outDir, fileName);
    await writeFile(path, content, { flag: "wx" });
    outputs.push({ fileName, fileType, path });
  };
  await write("text.md", "md", toMarkdown(structure));
  await write("structure.json", "json", `${JSON.stringify(structure)}\n`);
  for (const [at, table] of tables.entries()) await write(`table-${at + 1}.csv`, "csv", toCsv(gridOf(table)));
  if (tables.length > 0) await write("tables.xlsx", "xlsx", await toXlsx(tables));
  return { outputs, problems };
}
