import type { DocumentStructure, PagePlace } from "@precount/domain";

export interface CharacterErrors {
  /** Letters to insert, delete or replace; white space is not counted. */
  errors: number;
  letters: number;
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/gu, "");

/** Compares the text of a document, row by row from the top, with its true lines. */
export function characterErrors(lines: readonly string[], structure: DocumentStructure): CharacterErrors {
  const truth = withoutSpace(lines.join(""));
  return { errors: editDistance(truth, withoutSpace(rowsOf(structure).join(""))), letters: truth.length };
}

/** The texts of a document in rows, from left to right. */
export function rowsOf({ pages }: DocumentStructure): string[] {
  const texts = pages.flatMap(({ blocks }) =>
    blocks.flatMap((block): { text: string; place: PagePlace | null }[] => {
      if (block.kind === "table") return block.cells;
      return block.kind === "picture" ? [] : block.lines;
    }),
  );
  const rows: { bottom: number; cells: { text: string; x: number }[] }[] = [];
  const placed = texts.flatMap(({ text, place }) => (place ? linesIn(text, place) : []));
  for (const { text, x, y, height } of placed.toSorted((a, b) => a.y + a.height / 2 - (b.y + b.height / 2))) {
    const row = rows.at(-1);
    if (row && y + height / 2 < row.bottom) row.cells.push({ text, x });
    else rows.push({ bottom: y + height, cells: [{ text, x }] });
  }
  return rows.map(({ cells }) =>
    cells
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join(" "),
  );
}

/** The lines of a text with their places, as if they had equal distances. */
function linesIn(text: string, { x, y, width, height }: PagePlace): (PagePlace & { text: string })[] {
  const lines = text.split("\n");
  const lineHeight = height / lines.length;
  return lines.map((line, at) => ({ text: line, x, y: y + at * lineHeight, width, height: lineHeight }));
}

/** Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
