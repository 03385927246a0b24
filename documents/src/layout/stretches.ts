import type { PagePlace } from "@precount/domain";
import { overlap, right } from "./boxes.ts";

/** A length of x. */
export interface Stretch {
  from: number;
  to: number;
}

export const acrossOf = (place: PagePlace): Stretch => ({ from: place.x, to: right(place) });
export const middleOf = ({ from, to }: Stretch): number => (from + to) / 2;

/** What some stretches leave free between the first's beginning and the last's end. */
export function gapsBetween(stretches: readonly Stretch[]): Stretch[] {
  const gaps: Stretch[] = [];
  let reached: number | undefined;
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    if (reached !== undefined && from > reached) gaps.push({ from: reached, to: from });
    reached = Math.max(reached ?? -Infinity, to);
  }
  return gaps;
}

/** What others leave of them. */
export function without(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  let left = [...stretches];
  for (const other of others) {
    left = left.flatMap((gap) => {
      if (overlap(gap.from, gap.to, other.from, other.to) <= 0) return [gap];
      return [
        { from: gap.from, to: other.from },
        { from: other.to, to: gap.to },
      ].filter(({ from, to }) => to > from);
    });
  }
  return left;
}

export const atLeast = (stretches: readonly Stretch[], width: number): Stretch[] =>
  stretches.filter(({ from, to }) => to - from >= width);
