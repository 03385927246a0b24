import type { Ruling } from "../page-content.ts";

/** A horizontal or vertical line: its position across, and its interval along. */
export interface Stroke {
  at: number;
  from: number;
  to: number;
  /** Whether it consists only of edges of filled boxes. */
  isEdge: boolean;
}

export interface Strokes {
  /** `at` is y. */
  horizontal: Stroke[];
  /** `at` is x. */
  vertical: Stroke[];
}

/** In letter sizes: the maximum distance between two drawings of one line, and the maximum break in it. */
const MAX_OFFSET = 0.12;
const MAX_BREAK = 0.4;
/** In letter sizes: the maximum length of a dash and of the gap between dashes. */
const MAX_DASH = 1.1;

/** Merges a page's rulings into complete lines, also when they were drawn in parts, twice or as dashes. */
export function mergeRulings(rulings: readonly Ruling[], letterSize: number): Strokes {
  const horizontal: Stroke[] = [];
  const vertical: Stroke[] = [];
  for (const { x1, y1, x2, y2, isEdge = false } of rulings) {
    if (Math.abs(x2 - x1) >= Math.abs(y2 - y1))
      horizontal.push({ at: (y1 + y2) / 2, from: Math.min(x1, x2), to: Math.max(x1, x2), isEdge });
    else vertical.push({ at: (x1 + x2) / 2, from: Math.min(y1, y2), to: Math.max(y1, y2), isEdge });
  }
  return { horizontal: mergeStrokes(horizontal, letterSize), vertical: mergeStrokes(vertical, letterSize) };
}

function mergeStrokes(strokes: readonly Stroke[], letterSize: number): Stroke[] {
  // Merge lines and edges of boxes separately: a short line on a box's long edge stays short.
  const kinds = [strokes.filter(({ isEdge }) => !isEdge), strokes.filter(({ isEdge }) => isEdge)];
  return kinds
    .flatMap((kind) => groupByPosition(kind, MAX_OFFSET * letterSize))
    .flatMap((group) => joinAlong(group, letterSize))
    .filter(({ from, to }) => to - from > 0.5 * letterSize);
}

/** Groups lines at about the same position. */
function groupByPosition(strokes: readonly Stroke[], distance: number): Stroke[][] {
  const groups: Stroke[][] = [];
  for (const stroke of strokes.toSorted((a, b) => a.at - b.at)) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && stroke.at - first.at <= distance) group.push(stroke);
    else groups.push([stroke]);
  }
  return groups;
}

function joinAlong(group: readonly Stroke[], letterSize: number): Stroke[] {
  const done: (Stroke & { dash: number; weight: number })[] = [];
  for (const stroke of group.toSorted((a, b) => a.from - b.from)) {
    const last = done.at(-1);
    const length = stroke.to - stroke.from;
    const isDashed = last && Math.max(last.dash, length) <= MAX_DASH * letterSize;
    if (last && stroke.from - last.to <= (isDashed ? MAX_DASH : MAX_BREAK) * letterSize) {
      last.at = (last.at * last.weight + stroke.at * length) / (last.weight + length || 1);
      last.weight += length;
      last.to = Math.max(last.to, stroke.to);
      last.dash = Math.max(last.dash, length);
    } else done.push({ ...stroke, dash: length, weight: length });
  }
  return done.map(({ at, from, to, isEdge }) => ({ at, from, to, isEdge }));
}
