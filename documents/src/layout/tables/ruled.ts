import { isInside } from "../boxes.ts";
import type { Word } from "../marks.ts";
import { latticeOf } from "../rules/lattice.ts";
import type { Strokes } from "../rules/straight.ts";
import { type Grid, columnsOf, rowsOf, spansOf } from "./grid.ts";
import { withTextRows } from "./split-rows.ts";
import { type FoundTable, fillGrid } from "./table.ts";

export interface RuledTables {
  tables: FoundTable[];
  /** Grids of one row or one column and lone lines: no tables, but they part what is. */
  others: Strokes[];
}

/** The tables that drawn lines enclose, from meshes of such lines. */
export function ruledTables(
  meshes: readonly Strokes[],
  words: readonly Word[],
  page: number,
  letterSize: number,
): RuledTables {
  const found: RuledTables = { tables: [], others: [] };
  for (const mesh of meshes) {
    const table = tableOf(mesh, words, page, letterSize);
    if (table) found.tables.push(table);
    else found.others.push(mesh);
  }
  const { tables } = found;
  const inner = (table: FoundTable): FoundTable[] =>
    tables.filter((other) => other !== table && isInside(other.place, table.place, 0.5 * letterSize));
  // The text of a table within a cell is that table's alone.
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

function tableOf(mesh: Strokes, words: readonly Word[], page: number, letterSize: number): FoundTable | undefined {
  if (mesh.level.length + mesh.upright.length < 3) return undefined;
  const grid = latticeOf(mesh, letterSize);
  if (!grid || columnsOf(grid) < 2 || rowsOf(grid) < (isOfColour(mesh) ? FEWEST_COLOURED_ROWS : 1)) return undefined;
  const table = fillGrid(grid, words, page, "ruled");
  if (!isTable(grid, table)) return undefined;
  const parted = withTextRows(grid, table.words);
  return parted ? fillGrid(parted, table.words, page, "unruled") : table;
}

/** Shaded cells side by side are one row of a table whose other rows are not shaded. */
const FEWEST_COLOURED_ROWS = 3;
const isOfColour = ({ upright }: Strokes): boolean => upright.every(({ isEdge }) => isEdge);

/** Two cells that hold something: less is a drawing. */
function isTable(grid: Grid, table: FoundTable): boolean {
  return spansOf(grid).length >= 2 && table.cells.filter(({ text }) => text !== "").length >= 2;
}
