import type { PagePlace } from "@precount/domain";
import { bottom, median, right } from "./boxes.ts";
import { type Stretch, acrossOf, atLeast, gapsBetween, without } from "./stretches.ts";

export interface Placed {
  place: PagePlace;
}

/** Things that lie beside each other, from left to right. */
export type Band<T extends Placed> = T[];

/** Things as bands from top to bottom; what overlaps by less than a third is above each other. */
export function bandsOf<T extends Placed>(things: readonly T[]): Band<T>[] {
  const bands: { things: T[]; low: number }[] = [];
  for (const thing of things.toSorted((a, b) => a.place.y - b.place.y)) {
    const last = bands.at(-1);
    const { y, height } = thing.place;
    if (last && last.low - y > 0.3 * Math.min(height, lowestHeight(last.things))) {
      last.things.push(thing);
      last.low = Math.max(last.low, bottom(thing.place));
    } else bands.push({ things: [thing], low: bottom(thing.place) });
  }
  return bands.map((band) => band.things.toSorted((a, b) => a.place.x - b.place.x));
}

const lowestHeight = (things: readonly Placed[]): number => Math.min(...things.map(({ place }) => place.height));

/** White from the lowest of a band to the highest of the next. */
export const whiteBetween = (one: readonly Placed[], other: readonly Placed[]): number =>
  Math.min(...other.map(({ place }) => place.y)) - Math.max(...one.map(({ place }) => bottom(place)));

export interface Run {
  /** The first band that does not belong to it any more. */
  end: number;
  /** White that goes down through all its bands. */
  gaps: Stretch[];
  /** How many bands have something on both sides of such white. */
  sides: number;
}

/** How much more white than before there is where a run of rows ends. */
const MORE_WHITE = 1.5;

/**
 * From a band on, as many as have some white of that width in common. Where `usualWhite` is given, the run ends at more
 * level white than that, or than twice that if it is not about as much as before. Where it is not, the bands are text, and
 * the run ends where something begins anew on one side.
 */
export function runFrom(bands: readonly Band<Placed>[], start: number, narrowest: number, usualWhite = Infinity): Run {
  const first = bands[start] ?? [];
  let gaps = atLeast(gapsBetween(first.map(({ place }) => acrossOf(place))), narrowest);
  let [end, sides, mostWhite] = [start + 1, 1, 2 * usualWhite];
  while (gaps.length > 0 && end < bands.length) {
    const band = bands[end] ?? [];
    const white = whiteBetween(bands[end - 1] ?? [], band);
    const isText = usualWhite === Infinity && end - start > 1;
    if (white > mostWhite || (isText && standsApart(bands.slice(start, end), band, gaps))) break;
    mostWhite = Math.max(usualWhite, Math.min(2 * usualWhite, MORE_WHITE * white));
    const left = atLeast(
      without(
        gaps,
        band.map(({ place }) => acrossOf(place)),
      ),
      narrowest,
    );
    if (left.length === 0) break;
    if (left.some((gap) => isOnBothSides(band, gap))) sides += 1;
    gaps = left;
    end += 1;
  }
  return { end, gaps, sides };
}

/** In heights of a line: what has so much more white above it than the lines before does not go on with them. */
const APART = 0.35;

/** Whether something on one side alone begins anew: a heading below columns, not a column's last lines. */
function standsApart(before: readonly Band<Placed>[], band: Band<Placed>, gaps: readonly Stretch[]): boolean {
  if (gaps.some((gap) => isOnBothSides(band, gap))) return false;
  const whites = before.slice(1).map((next, index) => whiteBetween(before[index] ?? next, next));
  const usual = Math.max(0, median(whites, 0));
  return whiteBetween(before.at(-1) ?? band, band) > usual + APART * lowestHeight(band);
}

const isOnBothSides = (band: readonly Placed[], { from, to }: Stretch): boolean =>
  band.some(({ place }) => right(place) <= from + 0.01) && band.some(({ place }) => place.x >= to - 0.01);

export function partAt<T extends Placed>(things: readonly T[], { from, to }: Stretch): [T[], T[]] {
  const isLeft = ({ place }: T): boolean => place.x + place.width / 2 < (from + to) / 2;
  return [things.filter(isLeft), things.filter((thing) => !isLeft(thing))];
}
