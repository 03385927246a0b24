import { isInside } from "../boxes.ts";
import type { Word } from "../page-content.ts";
import { buildGrid } from "../rulings/lattice.ts";
import type { Strokes } from "../rulings/strokes.ts";
import { type Grid, columnsOf, rowsOf, spansOf } from "./grid.ts";
import { splitRowsByText } from "./split-rows.ts";
import { type FoundTable, fillGrid } from "./fill-grid.ts";

export interface RuledTables {
  tables: FoundTable[];
  /** Meshes that are no tables: grids of one row or column, and single lines. They may still separate rows. */
  otherMeshes: Strokes[];
}

/** Finds the tables that meshes of drawn lines enclose. */
export function findRuledTables(
  meshes: readonly Strokes[],
  words: readonly Word[],
  page: number,
  letterSize: number,
): RuledTables {
  const found: RuledTables = { tables: [], otherMeshes: [] };
  for (const mesh of meshes) {
    const table = tableOf(mesh, words, page, letterSize);
    if (table) found.tables.push(table);
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

function tableOf(mesh: Strokes, words: readonly Word[], page: number, letterSize: number): FoundTable | undefined {
  if (mesh.horizontal.length + mesh.vertical.length < 3) return undefined;
  const grid = buildGrid(mesh, letterSize);
  if (!grid || columnsOf(grid) < 2 || rowsOf(grid) < (isShadedOnly(mesh) ? MIN_SHADED_ROWS : 1)) return undefined;
  const table = fillGrid(grid, words, page, "ruled");
  if (!isTable(grid, table)) return undefined;
  const withRows = splitRowsByText(grid, table.words);
  return withRows ? fillGrid(withRows, table.words, page, "unruled") : table;
}

/** With fewer rows, shaded cells side by side are a row of a table whose other rows are not shaded. */
const MIN_SHADED_ROWS = 3;
const isShadedOnly = ({ vertical }: Strokes): boolean => vertical.every(({ isEdge }) => isEdge);

/** Whether at least two cells contain text; other grids are drawings. */
function isTable(grid: Grid, table: FoundTable): boolean {
  return spansOf(grid).length >= 2 && table.cells.filter(({ text }) => text !== "").length >= 2;
}
