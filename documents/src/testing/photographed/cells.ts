import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DocumentStructure, gridOf, tablesOf } from "@precount/domain";
import { readPhotoDocument } from "../../picture/read-photo-document.ts";
import { type Half, type PhotographedTable, photographedTables } from "./tables.ts";

interface PictureFigure {
  name: string;
  right: number;
  cells: number;
  /** Of the reading alone, not of the drawing. */
  elapsedMs: number;
  /** What is not right, for whoever builds the reader. */
  misses: string[];
}

/** How many cells of the photographed tables come out right as CSV, in all and of each picture. */
export async function photographedCells(
  half: Half,
): Promise<{ right: number; cells: number; perPicture: PictureFigure[] }> {
  const perPicture: PictureFigure[] = [];
  for (const table of photographedTables(half)) perPicture.push(await figureOf(table));
  return {
    right: perPicture.reduce((sum, { right }) => sum + right, 0),
    cells: perPicture.reduce((sum, { cells }) => sum + cells, 0),
    perPicture,
  };
}

/** One picture, drawn, read and compared. */
export async function figureOf({ name, rows, photo }: PhotographedTable): Promise<PictureFigure> {
  const folder = await mkdtemp(join(tmpdir(), "photographed-"));
  try {
    const path = join(folder, "photo.jpg");
    await writeFile(path, await photo());
    const startedAt = performance.now();
    const found = await readPhotoDocument(path, "none");
    return { name, elapsedMs: Math.round(performance.now() - startedAt), ...compared(rows, found) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A cell is right when the largest table found has the same text at its row and column; empty ones count as any other. */
function compared(rows: readonly string[][], found: DocumentStructure): Omit<PictureFigure, "name" | "elapsedMs"> {
  const [largest] = tablesOf(found).toSorted((a, b) => b.rows * b.columns - a.rows * a.columns);
  const grid = largest ? gridOf(largest) : [];
  const misses = rows.flatMap((row, r) =>
    row.flatMap((text, c) => {
      const other = grid[r]?.[c];
      return other !== undefined && plain(other) === plain(text)
        ? []
        : [`${r + 1}, ${c + 1} “${text}” ${other === undefined ? "is missing" : `is “${plain(other)}”`}`];
    }),
  );
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  return { cells, right: cells - misses.length, misses };
}

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
