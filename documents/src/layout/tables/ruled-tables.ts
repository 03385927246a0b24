import type { PagePlace } from "@precount/domain";
import { isInside } from "../boxes.ts";
import type { Word } from "../page-content.ts";
import { buildGrid } from "../rulings/lattice.ts";
import { placeOf } from "../rulings/meshes.ts";
import type { Strokes } from "../rulings/strokes.ts";
import { type Grid, columnsOf, rowsOf, spansOf } from "./grid.ts";
import { withoutFramedNotes } from "./framed-notes.ts";
import { confirmEdges, divideColumns } from "./refine-columns.ts";
import { withoutPadding } from "./padding.ts";
import { splitRowsByText } from "./split-rows.ts";
import { type FoundTable, fillGrid } from "./fill-grid.ts";

export interface RuledTables {
  tables: FoundTable[];
  /** Meshes that are no tables: grids of one row or column, and single lines. They may still separate rows. */
  otherMeshes: Strokes[];
  /** The places of meshes that are drawings, such as charts. */
  drawings: PagePlace[];
}

/** Finds the tables that meshes of drawn lines enclose. */
export function findRuledTables(
  meshes: readonly Strokes[],
  words: readonly Word[],
  page: number,
  letterSize: number,
): RuledTables {
  const found: RuledTables = { tables: [], otherMeshes: [], drawings: [] };
  for (const mesh of meshes) {
    const table = tableOf(mesh, words, page, letterSize);
    if (table) found.tables.push(table);
    else if (isDrawing(mesh)) found.drawings.push(placeOf(mesh));
    else found.otherMeshes.push(mesh);
  }
  const { tables } = found;
  const inner = (table: FoundTable): FoundTable[] =>
    tables.filter((other) => other !== table && isInside(other.place, table.place, 0.5 * letterSize));
  // Words of a table inside a cell belong only to the inner table.
  found.tables = tables.map((table) => {
    const taken = new Set(inner(table).flatMap((other) => other.words));
    if (taken.size === 0) return table;
    return fillGrid(
      table.grid,
      table.words.filter((word) => !taken.has(word)),
      page,
      table.basis,
    );
  });
  return found;
}

/** The minimum number of vertical lines of a chart or a drawing. */
const MIN_DRAWING_LINES = 6;

const isDrawing = ({ horizontal, vertical }: Strokes): boolean =>
  vertical.length >= MIN_DRAWING_LINES && horizontal.length >= MIN_DRAWING_LINES;

function tableOf(mesh: Strokes, words: readonly Word[], page: number, letterSize: number): FoundTable | undefined {
  if (mesh.horizontal.length + mesh.vertical.length < 3) return undefined;
  const grid = buildGrid(mesh, letterSize);
  if (!grid || columnsOf(grid) < 2 || rowsOf(grid) < (isShadedOnly(mesh) ? MIN_SHADED_ROWS : 1)) return undefined;
  const table = fillGrid(grid, words, page, "ruled");
  if (!isTable(grid, table)) return undefined;
  const divided = divideColumns(withoutPadding(grid, table.words, letterSize), table.words);
  const withRows = splitRowsByText(divided, table.words);
  const refined = withoutFramedNotes(confirmEdges(withRows ?? divided, table.words), table.words);
  const inside = table.words.filter(({ place }) => isWithin(place, refined));
  return fillGrid(refined, inside, page, withRows ? "unruled" : "ruled");
}

const isWithin = ({ y, height }: PagePlace, { ys }: Grid): boolean =>
  y + height / 2 >= (ys[0] ?? 0) && y + height / 2 <= (ys.at(-1) ?? 0);

/** With fewer rows, shaded cells side by side are a row of a table whose other rows are not shaded. */
const MIN_SHADED_ROWS = 3;
const isShadedOnly = ({ vertical }: Strokes): boolean => vertical.every(({ isEdge }) => isEdge);

/** A mostly empty grid, such as an empty form, is a table when at least one row is this full. Other grids are charts. */
const MIN_FILLED_SHARE = 0.25;
const MIN_FULL_ROW_SHARE = 0.5;
/** The minimum share of filled cells of a grid without words. The bars of a chart have only numbers beside them. */
const MIN_NUMBERS_SHARE = 0.6;

/** Whether at least two cells contain text, and enough of them or most of one row; other grids are drawings. */
function isTable(grid: Grid, table: FoundTable): boolean {
  const filled = table.cells.filter(({ text }) => text !== "");
  if (spansOf(grid).length < 2 || filled.length < 2) return false;
  if (filled.every(({ text }) => !/\p{L}{2}/u.test(text)) && filled.length < MIN_NUMBERS_SHARE * table.cells.length)
    return false;
  if (columnsOf(grid) < 3 || filled.length >= MIN_FILLED_SHARE * table.cells.length) return true;
  return grid.ys.slice(1).some((_, row) => {
    const cells = table.cells.filter((cell) => cell.row <= row && row < cell.row + cell.rowSpan);
    const full = cells.filter(({ text }) => text !== "");
    return full.length >= 2 && full.length >= MIN_FULL_ROW_SHARE * cells.length;
  });
}
