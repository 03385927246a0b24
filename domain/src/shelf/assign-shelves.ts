import { type Rect, rectBounds } from "../geometry/rect.ts";
import type { ResultClass } from "../detection/result.ts";

/** The part of a result, or of a detection in the CLI, that is needed here. */
export type Placed = { label: ResultClass; rect: Rect; code: { value: string }; discarded?: boolean | undefined };

/**
 * Assigns stickers to shelves (PD-27): the shelf box that a sticker overlaps most, else the nearest one below it
 * (goods are placed on the edge beneath them), else the lowest.
 * @returns for each result the index of its shelf; null for shelves, discarded results, and without shelves
 */
export function shelfIndexes(results: readonly Placed[]): (number | null)[] {
  const shelves = results
    .map((result, index) => ({ index, result }))
    .filter(({ result }) => result.label === "shelf" && result.discarded !== true)
    .map(({ index, result }) => ({ index, top: result.rect.y, bottom: result.rect.y + result.rect.height }));
  return results.map((result) =>
    result.label === "sticker" && result.discarded !== true ? shelfBelow(rectBounds(result.rect), shelves) : null,
  );
}

type Band = { index: number; top: number; bottom: number };

function shelfBelow(sticker: { top: number; bottom: number }, shelves: readonly Band[]): number | null {
  // Shelves span the photo's width, so only vertical positions matter.
  const overlap = (shelf: Band): number => Math.min(sticker.bottom, shelf.bottom) - Math.max(sticker.top, shelf.top);
  const overlapped = best(
    shelves.filter((shelf) => overlap(shelf) > 0),
    (shelf) => overlap(shelf),
  );
  if (overlapped !== null) return overlapped;
  const below = best(
    shelves.filter((shelf) => shelf.top >= sticker.bottom),
    (shelf) => -shelf.top,
  );
  return below ?? best(shelves, (shelf) => shelf.bottom);
}

/** The shelf with the highest score; of equal ones the lower one on the photo. */
function best(shelves: readonly Band[], score: (shelf: Band) => number): number | null {
  const ranked = shelves.toSorted((a, b) => score(b) - score(a) || b.top - a.top);
  return ranked[0]?.index ?? null;
}

/**
 * The shelf code of each sticker: its shelf's, else the image's, else empty, which is an exception in the report.
 * Null for everything except non-discarded stickers.
 * @param imageShelfCode from the upload form, file name or EXIF
 */
export function assignShelves(results: readonly Placed[], imageShelfCode: string | null = null): (string | null)[] {
  const indexes = shelfIndexes(results);
  return results.map((result, i) => {
    if (result.label !== "sticker" || result.discarded === true) return null;
    const index = indexes[i] ?? null;
    return index === null ? (imageShelfCode ?? "") : (results[index]?.code.value ?? "");
  });
}
