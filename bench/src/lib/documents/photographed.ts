import { type PictureFigure, photographedCells } from "@precount/documents/testing";
import { gridOf, tablesOf } from "@precount/domain";
import type { Reader } from "./reader.ts";

export interface PhotographedFigures {
  /** Share of correct CSV cells in all photos. */
  photographed: number;
  photos: number;
  /** Time of the slowest photo. */
  photoMostMs: number;
}

/** Scores a reader on one half of the photographed tables; calls `tell` for each photo. */
export async function scorePhotographed(
  half: "dev" | "heldOut",
  reader: Reader,
  folder: string,
  only: string,
  tell: (figure: PictureFigure) => void,
): Promise<PhotographedFigures> {
  const read = async (path: string) =>
    reader.readPhoto ? reader.readPhoto(path) : tablesOf(await reader.read(path)).map((table) => gridOf(table));
  const figures = await photographedCells(half, folder, read, only);
  figures.forEach(tell);
  const right = figures.reduce((sum, figure) => sum + figure.right, 0);
  const cells = figures.reduce((sum, figure) => sum + figure.cells, 0);
  return {
    photographed: cells === 0 ? 1 : Number((right / cells).toFixed(4)),
    photos: figures.length,
    photoMostMs: Math.max(0, ...figures.map(({ elapsedMs }) => elapsedMs)),
  };
}
