import type { Box } from "@precount/domain";
import type { Rule } from "../layout/marks.ts";
import { type Grey, transposed } from "./grey.ts";

/** Half the thickness of the lines looked for, in line heights: hairlines, and frames. */
const REACHES = [0.09, 0.2];
/** A drawn line is darker than what is above and below it by this share, and by these levels at least. */
const DARKER = 0.06;
const LEAST_DARKER = 5;
/** In line heights: no letter's stroke is so long; how far broken lines are joined; how far apart one line's pixels may lie. */
const LEAST_LENGTH = 2;
const JOIN = 1.5;
const DRIFT = 0.12;
/** Of a line's length: what is seen of it, and what is seen in its very row. Letters in a row leave more gaps. */
const LEAST_SEEN = 0.9;
const LEAST_LEVEL = 0.3;

/** A level run that lies within a line of text is made of its letters; in line heights from the line's middle. */
const CORE = 0.36;

/** Rules that are neither made of letters nor far from all text: what a table lies on has lines of its own. */
export function rulesOfPrint(rules: readonly Rule[], lines: readonly Box[]): Rule[] {
  const ofLetters = ({ x1, x2, y1, y2 }: Rule) =>
    lines.some(({ cx, cy, width, height }) =>
      y1 === y2
        ? Math.abs(y1 - cy) < CORE * height && x1 > cx - width / 2 - height && x2 < cx + width / 2 + height
        : Math.abs(x1 - cx) < width / 2 && Math.abs(y1 - cy) < height && Math.abs(y2 - cy) < height,
    );
  const near = ({ x1, x2, y1, y2 }: Rule) =>
    lines.some(
      ({ cx, cy, width, height }) =>
        x2 > cx - width / 2 - height &&
        x1 < cx + width / 2 + height &&
        y2 > cy - 1.5 * height &&
        y1 < cy + 1.5 * height,
    );
  let rest = rules.filter((rule) => !ofLetters(rule));
  const kept = rest.filter((rule) => near(rule));
  // What touches a kept one belongs to it: the far edges of empty rows and columns.
  for (let from = 0; from < kept.length;) {
    const more = kept.slice(from);
    from = kept.length;
    rest = rest.filter((rule) => !kept.includes(rule));
    kept.push(...rest.filter((rule) => more.some((other) => touches(rule, other, lines[0]?.height ?? 0))));
  }
  return kept;
}

const touches = (a: Rule, b: Rule, slack: number): boolean =>
  (a.x1 === a.x2) !== (b.x1 === b.x2) &&
  a.x2 > b.x1 - slack / 4 &&
  a.x1 < b.x2 + slack / 4 &&
  a.y2 > b.y1 - slack / 4 &&
  a.y1 < b.y2 + slack / 4;

/** Drawn lines of a straight picture, level ones and upright ones; `lineHeight` (pixels) is that of its text. */
export function findRules(grey: Grey, lineHeight: number): Rule[] {
  const level = levelRuns(grey, lineHeight);
  const upright = levelRuns(transposed(grey), lineHeight);
  return [
    ...level.map(({ at, from, to }) => ({ x1: from, y1: at, x2: to, y2: at })),
    ...upright.map(({ at, from, to }) => ({ x1: at, y1: from, x2: at, y2: to })),
  ];
}

/** A line at height `at`, from its left to its right end. */
interface Run {
  at: number;
  from: number;
  to: number;
  /** How many pixels of it were seen. */
  weight: number;
}

function levelRuns(grey: Grey, lineHeight: number): Run[] {
  const ridge = ridges(grey, lineHeight);
  const least = LEAST_LENGTH * lineHeight;
  const rows: Run[] = [];
  for (let y = 1; y < grey.height - 1; y += 1) rows.push(...runsOfRow(ridge, grey.width, y, least));
  return joined(merged(rows, lineHeight), lineHeight);
}

/** Pixels darker than what lies a little above and a little below: thin level strokes, whatever the light. */
function ridges({ data, width, height }: Grey, lineHeight: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const reachShare of REACHES) {
    const reach = Math.max(2, Math.round(reachShare * lineHeight));
    for (let y = reach; y < height - reach; y += 1) {
      for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
        const around = Math.min(data[at - reach * width] ?? 0, data[at + reach * width] ?? 0);
        if (around - (data[at] ?? 0) > Math.max(LEAST_DARKER, DARKER * around)) mask[at] = 1;
      }
    }
  }
  return mask;
}

/** Long runs of a row, a pixel above or below counting as well: lines are never quite level. Short gaps are jumped. */
function runsOfRow(ridge: Uint8Array, width: number, y: number, least: number): Run[] {
  const runs: Run[] = [];
  const mostGap = Math.max(2, Math.round(least * 0.04));
  const row = y * width;
  let from = -1;
  let last = -1;
  let weight = 0;
  let seen = 0;
  const close = () => {
    const length = last - from + 1;
    const isLine = seen > LEAST_SEEN * length && weight > LEAST_LEVEL * length;
    if (from >= 0 && length >= least && isLine) runs.push({ at: y, from, to: last + 1, weight });
    [from, weight, seen] = [-1, 0, 0];
  };
  for (let x = 0; x < width; x += 1) {
    const at = row + x;
    if (!ridge[at] && !ridge[at - width] && !ridge[at + width]) continue;
    if (from >= 0 && x - last > mostGap) close();
    if (from < 0) from = x;
    last = x;
    seen += 1;
    if (ridge[at]) weight += 1;
  }
  close();
  return runs;
}

/** Runs of neighbouring rows that lie over each other are one line. */
function merged(rows: readonly Run[], lineHeight: number): Run[] {
  const lines: (Run & { sum: number; lastAt: number })[] = [];
  for (const run of rows) {
    const line = lines.findLast(
      (line) => run.at - line.lastAt <= 1 + DRIFT * lineHeight && run.from <= line.to && run.to >= line.from,
    );
    if (line) {
      line.from = Math.min(line.from, run.from);
      line.to = Math.max(line.to, run.to);
      line.sum += run.at * run.weight;
      line.weight += run.weight;
      line.lastAt = run.at;
    } else lines.push({ ...run, sum: run.at * run.weight, lastAt: run.at });
  }
  return lines.map(({ from, to, weight, sum }) => ({ at: sum / weight + 0.5, from, to, weight }));
}

/** Pieces of a broken line, one after the other at the same height, as one. */
function joined(lines: readonly Run[], lineHeight: number): Run[] {
  const whole: Run[] = [];
  for (const line of lines.toSorted((a, b) => a.from - b.from)) {
    const before = whole.find(
      (other) => Math.abs(other.at - line.at) <= 2 * DRIFT * lineHeight && line.from - other.to <= JOIN * lineHeight,
    );
    if (before) {
      const weight = before.weight + line.weight;
      before.at = (before.at * before.weight + line.at * line.weight) / weight;
      before.to = Math.max(before.to, line.to);
      before.weight = weight;
    } else whole.push({ ...line });
  }
  return whole.toSorted((a, b) => a.at - b.at);
}
