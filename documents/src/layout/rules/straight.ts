import type { Rule } from "../marks.ts";

/** A level or upright line: where it lies across, and how far it goes along. */
export interface Stroke {
  at: number;
  from: number;
  to: number;
  /** Of filled boxes alone. */
  isEdge: boolean;
}

export interface Strokes {
  /** `at` is y. */
  level: Stroke[];
  /** `at` is x. */
  upright: Stroke[];
}

/** In letter sizes: how far apart two drawings of one line may lie, and how long a break in it may be. */
const SAME = 0.12;
const BREAK = 0.4;
/** Dashes and dots leave more between them. */
const DASH = 1.1;

/** A page's rules as whole lines: what was drawn in pieces, twice, or in dashes is one again. */
export function strokesOf(rules: readonly Rule[], letterSize: number): Strokes {
  const level: Stroke[] = [];
  const upright: Stroke[] = [];
  for (const { x1, y1, x2, y2, isEdge = false } of rules) {
    if (Math.abs(x2 - x1) >= Math.abs(y2 - y1))
      level.push({ at: (y1 + y2) / 2, from: Math.min(x1, x2), to: Math.max(x1, x2), isEdge });
    else upright.push({ at: (x1 + x2) / 2, from: Math.min(y1, y2), to: Math.max(y1, y2), isEdge });
  }
  return { level: joined(level, letterSize), upright: joined(upright, letterSize) };
}

function joined(strokes: readonly Stroke[], letterSize: number): Stroke[] {
  // A short line on a box's long edge is still a short line.
  const kinds = [strokes.filter(({ isEdge }) => !isEdge), strokes.filter(({ isEdge }) => isEdge)];
  return kinds
    .flatMap((kind) => grouped(kind, SAME * letterSize))
    .flatMap((group) => joinedAlong(group, letterSize))
    .filter(({ from, to }) => to - from > 0.5 * letterSize);
}

/** Those that lie on one level, as runs of neighbours no further apart than that. */
function grouped(strokes: readonly Stroke[], distance: number): Stroke[][] {
  const groups: Stroke[][] = [];
  for (const stroke of strokes.toSorted((a, b) => a.at - b.at)) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && stroke.at - first.at <= distance) group.push(stroke);
    else groups.push([stroke]);
  }
  return groups;
}

function joinedAlong(group: readonly Stroke[], letterSize: number): Stroke[] {
  const done: (Stroke & { dash: number; weight: number })[] = [];
  for (const stroke of group.toSorted((a, b) => a.from - b.from)) {
    const last = done.at(-1);
    const length = stroke.to - stroke.from;
    const isDashed = last && Math.max(last.dash, length) <= DASH * letterSize;
    if (last && stroke.from - last.to <= (isDashed ? DASH : BREAK) * letterSize) {
      last.at = (last.at * last.weight + stroke.at * length) / (last.weight + length || 1);
      last.weight += length;
      last.to = Math.max(last.to, stroke.to);
      last.dash = Math.max(last.dash, length);
    } else done.push({ ...stroke, dash: length, weight: length });
  }
  return done.map(({ at, from, to, isEdge }) => ({ at, from, to, isEdge }));
}
