import type { PagePlace } from "@precount/domain";
import { overlap, right } from "./boxes.ts";

/** An interval of x coordinates. */
export interface Interval {
  from: number;
  to: number;
}

export const xInterval = (place: PagePlace): Interval => ({ from: place.x, to: right(place) });
export const midpoint = ({ from, to }: Interval): number => (from + to) / 2;

/** The gaps between intervals. */
export function gapsBetween(intervals: readonly Interval[]): Interval[] {
  const gaps: Interval[] = [];
  let reached: number | undefined;
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    if (reached !== undefined && from > reached) gaps.push({ from: reached, to: from });
    reached = Math.max(reached ?? -Infinity, to);
  }
  return gaps;
}

/** Subtracts `others` from the intervals. */
export function subtractIntervals(intervals: readonly Interval[], others: readonly Interval[]): Interval[] {
  let rest = [...intervals];
  for (const other of others) {
    rest = rest.flatMap((gap) => {
      if (overlap(gap.from, gap.to, other.from, other.to) <= 0) return [gap];
      return [
        { from: gap.from, to: other.from },
        { from: other.to, to: gap.to },
      ].filter(({ from, to }) => to > from);
    });
  }
  return rest;
}

export const atLeastWide = (intervals: readonly Interval[], width: number): Interval[] =>
  intervals.filter(({ from, to }) => to - from >= width);
