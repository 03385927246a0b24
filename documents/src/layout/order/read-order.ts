import type { PagePlace } from "@precount/domain";
import { bottom, overlap, right } from "../boxes.ts";

export interface Placed {
  place: PagePlace;
}

interface Stretch {
  from: number;
  to: number;
}

/** In letter sizes: white so wide, all the way down, parts columns of text. */
const COLUMN_GAP = 1;
/** Rows that stand on both sides of such white before it is believed. */
const FEWEST_ROWS = 3;

/**
 * Things of a page in the order in which a person reads them: from top to bottom, but where white parts columns, each
 * column to its end. Whatever crosses the white parts what is above it from what is below. Answers leaves: what stands in one column.
 */
export function readOrder<T extends Placed>(things: readonly T[], letterSize: number): T[][] {
  const bands = bandsOf(things);
  if (bands.length === 1 && (bands[0]?.length ?? 0) <= 1) return [[...things]];
  const leaves: T[][] = [];
  let plain: T[] = [];
  const flush = (): void => {
    if (plain.length > 0) leaves.push(plain);
    plain = [];
  };
  for (const group of groupsOf(bands, letterSize)) {
    const columns = group.gap ? partAt(group.bands.flat(), group.gap) : undefined;
    if (!columns) {
      plain.push(...group.bands.flatMap((band) => band.toSorted((a, b) => a.place.x - b.place.x)));
      continue;
    }
    flush();
    for (const column of columns) leaves.push(...readOrder(column, letterSize));
  }
  flush();
  return leaves;
}

/** Things that lie beside each other, from top to bottom. */
function bandsOf<T extends Placed>(things: readonly T[]): T[][] {
  const bands: { things: T[]; low: number }[] = [];
  for (const thing of things.toSorted((a, b) => a.place.y - b.place.y)) {
    const last = bands.at(-1);
    const { y, height } = thing.place;
    if (last && last.low - y > 0.3 * Math.min(height, last.low - y + height)) {
      last.things.push(thing);
      last.low = Math.max(last.low, bottom(thing.place));
    } else bands.push({ things: [thing], low: bottom(thing.place) });
  }
  return bands.map((band) => band.things);
}

interface Group<T> {
  bands: T[][];
  /** The white that parts them all, if any does. */
  gap: Stretch | undefined;
}

/** Neighbouring bands that the same white parts; the others alone. */
function groupsOf<T extends Placed>(bands: readonly T[][], letterSize: number): Group<T>[] {
  const groups: Group<T>[] = [];
  let index = 0;
  while (index < bands.length) {
    const { end, gap } = longestFrom(bands, index, COLUMN_GAP * letterSize);
    groups.push({ bands: bands.slice(index, end), gap });
    index = end;
  }
  return groups;
}

/** From a band on, as many as some white parts; one without white, when that is too few to be columns. */
function longestFrom(
  bands: readonly Placed[][],
  start: number,
  widest: number,
): { end: number; gap: Stretch | undefined } {
  let gaps = innerGaps(bands[start] ?? []).filter(({ from, to }) => to - from >= widest);
  if (gaps.length === 0) return { end: start + 1, gap: undefined };
  let end = start + 1;
  let sides = 1;
  while (end < bands.length) {
    const next = narrowed(gaps, bands[end] ?? []).filter(({ from, to }) => to - from >= widest);
    if (next.length === 0) break;
    if (next.some((gap) => isOnBothSides(bands[end] ?? [], gap))) sides += 1;
    gaps = next;
    end += 1;
  }
  const gap = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  const tall = (bands[start] ?? []).some(({ place }) => place.height > 3 * widest);
  return sides >= FEWEST_ROWS || tall ? { end, gap } : { end: start + 1, gap: undefined };
}

function innerGaps(band: readonly Placed[]): Stretch[] {
  const gaps: Stretch[] = [];
  let reached: number | undefined;
  for (const { place } of band.toSorted((a, b) => a.place.x - b.place.x)) {
    if (reached !== undefined && place.x > reached) gaps.push({ from: reached, to: place.x });
    reached = Math.max(reached ?? -Infinity, right(place));
  }
  return gaps;
}

/** What a band leaves of them. */
function narrowed(gaps: readonly Stretch[], band: readonly Placed[]): Stretch[] {
  let left = [...gaps];
  for (const { place } of band) {
    left = left.flatMap((gap) => {
      if (overlap(gap.from, gap.to, place.x, right(place)) <= 0) return [gap];
      return [
        { from: gap.from, to: place.x },
        { from: right(place), to: gap.to },
      ].filter(({ from, to }) => to > from);
    });
  }
  return left;
}

const isOnBothSides = (band: readonly Placed[], { from, to }: Stretch): boolean =>
  band.some(({ place }) => right(place) <= from + 0.01) && band.some(({ place }) => place.x >= to - 0.01);

function partAt<T extends Placed>(things: readonly T[], gap: Stretch): [T[], T[]] {
  const middle = (gap.from + gap.to) / 2;
  return [
    things.filter(({ place }) => place.x + place.width / 2 < middle),
    things.filter(({ place }) => place.x + place.width / 2 >= middle),
  ];
}
