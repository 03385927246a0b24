import type { PagePlace } from "@precount/domain";

export const right = ({ x, width }: PagePlace): number => x + width;
export const bottom = ({ y, height }: PagePlace): number => y + height;

/** The bounding box of all places. */
export function boundingBox(places: readonly PagePlace[]): PagePlace {
  let [left, top, end, low] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const place of places) {
    left = Math.min(left, place.x);
    top = Math.min(top, place.y);
    end = Math.max(end, right(place));
    low = Math.max(low, bottom(place));
  }
  return places.length === 0
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: end - left, height: low - top };
}

/** Whether a box lies in another one, with a tolerance on each side. */
export const isInside = (inner: PagePlace, outer: PagePlace, slack: number): boolean =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  right(inner) <= right(outer) + slack &&
  bottom(inner) <= bottom(outer) + slack;

/** The length of the overlap of two intervals; negative when they are apart. */
export const overlap = (from1: number, to1: number, from2: number, to2: number): number =>
  Math.min(to1, to2) - Math.max(from1, from2);

/** The upper median; `none` for no numbers. */
export function median(numbers: readonly number[], none: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? none;
}
