import { join } from "node:path";
import { type DocumentStructure, tablesOf } from "@precount/domain";
import { expect, test } from "vitest";
import { readDocument } from "./read-document.ts";
import { WORD_DOCUMENTS } from "./testing/word-pairs/word-documents.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/word");

/** The tables in reading order. A printed page does not show whether a new line in a cell is a paragraph or wrapped text. */
const plain = (structure: DocumentStructure) =>
  tablesOf(structure).map(({ rows, columns, cells }) => ({
    size: `${rows} × ${columns}`,
    cells: cells.map(
      ({ row, column, rowSpan, columnSpan, text }) =>
        `${row},${column} ${rowSpan}×${columnSpan} ${text.replaceAll(/\s+/g, " ").trim()}`,
    ),
  }));

// Printed by LibreOffice (testing/word-pairs/make-word-pairs.ts).
test.each(Object.keys(WORD_DOCUMENTS))(
  "PD-104: reads the same tables from a Word document as from its print: %s",
  async (name) => {
    const word = await readDocument(join(FOLDER, `${name}.docx`), "docx", { orientation: "none" });
    const print = await readDocument(join(FOLDER, `${name}.pdf`), "pdf", { orientation: "none" });
    expect(tablesOf(word).length).toBeGreaterThan(0);
    expect(plain(print)).toEqual(plain(word));
    expect([...word.problems, ...print.problems]).toEqual([]);
  },
);
