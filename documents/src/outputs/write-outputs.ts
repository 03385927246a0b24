import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type DocumentStructure, documentStructureSchema, gridOf, tablesOf } from "@precount/domain";
import type { DocumentOutput } from "../document-process.ts";
import { csvOf } from "./csv.ts";
import { markdownOf } from "./markdown.ts";
import { xlsxOf } from "./xlsx.ts";

/** As many tables get files and sheets of their own; a document with more is not one that somebody counts from. */
const MAX_TABLE_FILES = 500;

/**
 * Writes what PD-49 names of a document into a folder: its text, its structure and, where it has tables, a CSV of
 * each and one workbook. The same document gives the same bytes.
 * @returns what was written, and the structure's problems with what the outputs leave out
 */
export async function writeOutputs(
  read: DocumentStructure,
  outDir: string,
): Promise<{ outputs: DocumentOutput[]; problems: string[] }> {
  const allTables = tablesOf(read);
  const tables = allTables.slice(0, MAX_TABLE_FILES);
  const problems =
    tables.length < allTables.length
      ? [
          ...read.problems,
          `The document has ${allTables.length} tables: the first ${MAX_TABLE_FILES} have a CSV and a sheet, the others are in the text and the structure.`,
        ]
      : read.problems;
  const structure = documentStructureSchema.parse({ ...read, problems });
  const outputs: DocumentOutput[] = [];
  const write = async (fileName: string, fileType: DocumentOutput["fileType"], content: string | Uint8Array) => {
    const path = join(outDir, fileName);
    await writeFile(path, content, { flag: "wx" });
    outputs.push({ fileName, fileType, path });
  };
  await write("text.md", "md", markdownOf(structure));
  await write("structure.json", "json", `${JSON.stringify(structure)}\n`);
  for (const [at, table] of tables.entries()) await write(`table-${at + 1}.csv`, "csv", csvOf(gridOf(table)));
  if (tables.length > 0) await write("tables.xlsx", "xlsx", await xlsxOf(tables));
  return { outputs, problems };
}
