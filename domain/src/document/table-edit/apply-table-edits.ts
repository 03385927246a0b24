import { type Block, type DocumentPage, type DocumentStructure, type TableBlock, tablesOf } from "../structure.ts";
import { cutTable, isWithin, placeBetween } from "./cut-table.ts";
import { linesOf } from "./propose-lines.ts";
import { replacePart, withoutPart } from "./replace-part.ts";
import type { PageWord, TableCut, TableEdit } from "./table-edit.ts";
import { confidenceOf, groupIntoLines, placeOf, toTextLine } from "./word-lines.ts";

/** The words of a page; empty for a page whose words are not stored. */
type WordsOf = (page: number) => readonly PageWord[];

/**
 * A document with the tables that people have corrected. Text that an edit takes into a table is no longer text of the page, and text
 * that it leaves out becomes a paragraph after the table. An edit of a table that does not exist changes nothing.
 */
export function applyTableEdits(
  structure: DocumentStructure,
  edits: readonly TableEdit[],
  wordsOf: WordsOf,
): DocumentStructure {
  return edits.reduce((current, edit) => applyEdit(current, edit, wordsOf(edit.page)), structure);
}

function applyEdit(structure: DocumentStructure, edit: TableEdit, words: readonly PageWord[]): DocumentStructure {
  if (words.length === 0) return structure;
  if (edit.kind === "cut" && edit.table === null) return addTable(structure, edit, words);
  const table = tablesOf(structure)[edit.table ?? -1];
  const old = table && linesOf(table, edit.page);
  if (!table || !old) return structure;
  const cut = edit.kind === "cut" ? edit : null;
  const left = words.filter((word) => isWithin(old, placeOf(word)) && !(cut && isWithin(cut, placeOf(word))));
  const replaced = cut ? replacePart(table, cutTable(words, cut)) : withoutPart(table, edit.page);
  const pages = structure.pages.map((page): DocumentPage => {
    const blocks = cut
      ? page.blocks.flatMap((block) => (block === table ? [block] : outside(block, cut, words)))
      : page.blocks;
    // A table of several pages is a block of its first page: the text is put on the page that it is on.
    const texts = page.number === edit.page ? toParagraph(left, edit.page) : [];
    const at = blocks.indexOf(table);
    return { ...page, blocks: at === -1 ? texts.concat(blocks) : blocks.toSpliced(at, 1, ...replaced, ...texts) };
  });
  return { ...structure, pages };
}

/** Adds a table before the first block of the page that begins below its top. */
function addTable(structure: DocumentStructure, cut: TableCut, words: readonly PageWord[]): DocumentStructure {
  const pages = structure.pages.map((page): DocumentPage => {
    const blocks = page.blocks.flatMap((block) => outside(block, cut, words));
    if (page.number !== cut.page) return { ...page, blocks };
    const { y } = placeBetween(cut);
    const below = blocks.findIndex(({ place }) => place !== null && place.y >= y);
    const at = below === -1 ? blocks.length : below;
    return { ...page, blocks: blocks.toSpliced(at, 0, cutTable(words, cut)) };
  });
  return { ...structure, pages };
}

function toParagraph(words: readonly PageWord[], page: number): Block[] {
  const lines = groupIntoLines(words).map((line) => toTextLine(line, page));
  const [first] = lines;
  return first ? [{ kind: "paragraph", lines, page, place: first.place, confidence: confidenceOf(words) }] : [];
}

/** A block without the text inside a cut; none when no text is left. */
function outside(block: Block, cut: TableCut, words: readonly PageWord[]): Block[] {
  if (block.kind === "table") return tableOutside(block, cut);
  if (block.kind === "picture" || block.page !== cut.page) return [block];
  const lines = block.lines.flatMap((line) => {
    const { place } = line;
    if (!place) return [line];
    const box = { columns: [place.x, place.x + place.width], rows: [place.y, place.y + place.height] };
    const own = words.filter((word) => isWithin(box, placeOf(word)));
    const left = own.filter((word) => !isWithin(cut, placeOf(word)));
    if (left.length === own.length) return [line];
    return left.length === 0 ? [] : [toTextLine(left, line.page)];
  });
  return lines.length === 0 ? [] : [{ ...block, lines }];
}

/** Empties the cells inside a cut of another table, and removes a table that has no text left. */
function tableOutside(table: TableBlock, cut: TableCut): Block[] {
  const isTaken = ({ page, place }: TableBlock["cells"][number]): boolean =>
    page === cut.page && place !== null && isWithin(cut, place);
  if (!table.cells.some(isTaken)) return [table];
  const cells = table.cells.map((cell) => (isTaken(cell) ? { ...cell, text: "" } : cell));
  return cells.some(({ text }) => text !== "") ? [{ ...table, cells }] : [];
}
