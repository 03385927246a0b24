import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Half, type PhotographedTable, photographedTables } from "./tables.ts";

export interface PictureFigure {
  name: string;
  right: number;
  cells: number;
  /** The time for reading, without drawing. */
  elapsedMs: number;
  /** Messages about each error, for developers. */
  misses: string[];
}

/** Reads the tables of a photo as rows of texts. */
type ReadTables = (path: string) => Promise<string[][][]>;

/**
 * Scores how many cells of each photographed table (with `only` in its name) a reader reads correctly. Draws the photos into
 * `folder`, one at a time.
 */
export async function photographedCells(
  half: Half,
  folder: string,
  read: ReadTables,
  only = "",
): Promise<PictureFigure[]> {
  const figures: PictureFigure[] = [];
  for (const table of photographedTables(half).filter(({ name }) => name.includes(only))) {
    figures.push(await figureOf(table, folder, read));
  }
  return figures;
}

/** Draws and reads one photo and scores the result. A reader that fails has found nothing. */
export async function figureOf(
  { name, rows, photo }: PhotographedTable,
  folder: string,
  read: ReadTables,
): Promise<PictureFigure> {
  const path = join(folder, "photo.jpg");
  await writeFile(path, await photo());
  const startedAt = performance.now();
  const tables = await read(path).catch(() => []);
  const elapsedMs = Math.round(performance.now() - startedAt);
  const misses = missesOf(rows, tables);
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  return { name, right: cells - misses.length, cells, elapsedMs, misses };
}

const size = (grid: string[][]): number => grid.length * (grid[0]?.length ?? 0);

/** A cell is right when the largest found table has the same text at its row and column. Empty cells count as well. */
function missesOf(rows: readonly string[][], tables: readonly string[][][]): string[] {
  const [largest = []] = tables.toSorted((a, b) => size(b) - size(a));
  return rows.flatMap((row, r) =>
    row.flatMap((text, c) => {
      const other = largest[r]?.[c];
      if (other !== undefined && plain(other) === plain(text)) return [];
      return [`cell ${r + 1}, ${c + 1} “${text}” ${other === undefined ? "is missing" : `is “${plain(other)}”`}`];
    }),
  );
}

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
