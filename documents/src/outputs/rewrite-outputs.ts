import { readFile } from "node:fs/promises";
import { applyTableEdits, documentStructureSchema } from "@precount/domain";
import { DocumentError, type Failure } from "../document-error.ts";
import type { DocumentOutput, RewriteCall } from "../document-process.ts";
import { writeOutputs } from "./write-outputs.ts";

/** Writes the outputs of a document with edited tables. Throws DocumentError when the last edit changes nothing. */
export async function rewriteOutputs({ structurePath, edits, words, outDir }: RewriteCall): Promise<DocumentOutput[]> {
  const asRead = documentStructureSchema.parse(JSON.parse(await readFile(structurePath, "utf8")));
  const byPage = new Map(words.map((one) => [one.page, one.words]));
  const wordsOf = (page: number) => byPage.get(page) ?? [];
  const before = applyTableEdits(asRead, edits.slice(0, -1), wordsOf);
  const edited = applyTableEdits(before, edits.slice(-1), wordsOf);
  if (edits.length > 0 && edited === before) throw new DocumentError(NOTHING_CHANGED);
  return (await writeOutputs(edited, outDir)).outputs;
}

const NOTHING_CHANGED: Failure = {
  happened: "There is no such table on this page.",
  toDo: "Reload this screen to see the tables as they are now.",
};
