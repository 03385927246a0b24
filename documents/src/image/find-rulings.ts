import type { Box } from "@precount/domain";
import type { Ruling } from "../layout/page-content.ts";
import { type GrayImage, transpose } from "./gray.ts";

/** Half the thickness of hairlines and of frames, in line heights. */
const HALF_THICKNESSES = [0.09, 0.2];
/** A drawn line is darker than the pixels above and below it by at least this share and this many levels. */
const MIN_CONTRAST_SHARE = 0.06;
const MIN_CONTRAST = 5;
/** In line heights: a length that no letter's stroke has, the maximum gap in a broken line, and the maximum drift of a line. */
const MIN_LENGTH = 2;
const MAX_BREAK = 1.5;
const MAX_DRIFT = 0.12;
/** The minimum visible share of a line, and the share within one pixel row. Letters in a row have more gaps. */
const MIN_VISIBLE_SHARE = 0.9;
const MIN_ROW_SHARE = 0.3;

/** A horizontal run this near to the middle of a line of text (in line heights) consists of its letters. */
const TEXT_CORE = 0.36;

/** Drops rulings that consist of letters or are far from all text, such as the wood grain of a desk. */
export function keepPrintedRulings(rulings: readonly Ruling[], lines: readonly Box[]): Ruling[] {
  const isMadeOfLetters = ({ x1, x2, y1, y2 }: Ruling) =>
    lines.some(({ cx, cy, width, height }) =>
      y1 === y2
        ? Math.abs(y1 - cy) < TEXT_CORE * height && x1 > cx - width / 2 - height && x2 < cx + width / 2 + height
        : Math.abs(x1 - cx) < width / 2 && Math.abs(y1 - cy) < height && Math.abs(y2 - cy) < height,
    );
  const isNearText = ({ x1, x2, y1, y2 }: Ruling) =>
    lines.some(
      ({ cx, cy, width, height }) =>
        x2 > cx - width / 2 - height &&
        x1 < cx + width / 2 + height &&
        y2 > cy - 1.5 * height &&
        y1 < cy + 1.5 * height,
    );
  let rest = rulings.filter((ruling) => !isMadeOfLetters(ruling));
  const kept = rest.filter((ruling) => isNearText(ruling));
  // Keep rulings that touch a kept one: the far edges of empty rows and columns.
  for (let from = 0; from < kept.length;) {
    const more = kept.slice(from);
    from = kept.length;
    rest = rest.filter((ruling) => !kept.includes(ruling));
    kept.push(...rest.filter((ruling) => more.some((other) => touches(ruling, other, lines[0]?.height ?? 0))));
  }
  return kept;
}

const touches = (a: Ruling, b: Ruling, slack: number): boolean =>
  (a.x1 === a.x2) !== (b.x1 === b.x2) &&
  a.x2 > b.x1 - slack / 4 &&
  a.x1 < b.x2 + slack / 4 &&
  a.y2 > b.y1 - slack / 4 &&
  a.y1 < b.y2 + slack / 4;

/** Finds the horizontal and vertical drawn lines of a straightened image. `lineHeight`: the height of its text in pixels. */
export function findRulings(gray: GrayImage, lineHeight: number): Ruling[] {
  const horizontal = horizontalLines(gray, lineHeight);
  const vertical = horizontalLines(transpose(gray), lineHeight);
  return [
    ...horizontal.map(({ at, from, to }) => ({ x1: from, y1: at, x2: to, y2: at })),
    ...vertical.map(({ at, from, to }) => ({ x1: at, y1: from, x2: at, y2: to })),
  ];
}

/** A horizontal line at height `at`. */
interface Run {
  at: number;
  from: number;
  to: number;
  /** The number of its visible pixels. */
  weight: number;
}

function horizontalLines(gray: GrayImage, lineHeight: number): Run[] {
  const ridge = ridgeMask(gray, lineHeight);
  const minLength = MIN_LENGTH * lineHeight;
  const rows: Run[] = [];
  for (let y = 1; y < gray.height - 1; y += 1) rows.push(...findRunsInRow(ridge, gray.width, y, minLength));
  return joinBroken(mergeRows(rows, lineHeight), lineHeight);
}

/** Marks pixels darker than those a little above and below: thin horizontal strokes in any light. */
function ridgeMask({ data, width, height }: GrayImage, lineHeight: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const reachShare of HALF_THICKNESSES) {
    const reach = Math.max(2, Math.round(reachShare * lineHeight));
    for (let y = reach; y < height - reach; y += 1) {
      for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
        const around = Math.min(data[at - reach * width] ?? 0, data[at + reach * width] ?? 0);
        if (around - (data[at] ?? 0) > Math.max(MIN_CONTRAST, MIN_CONTRAST_SHARE * around)) mask[at] = 1;
      }
    }
  }
  return mask;
}

/** Finds long runs in a pixel row. Counts pixels one row above and below too, because lines drift. Bridges short gaps. */
function findRunsInRow(ridge: Uint8Array, width: number, y: number, minLength: number): Run[] {
  const runs: Run[] = [];
  const maxGap = Math.max(2, Math.round(minLength * 0.04));
  const row = y * width;
  let from = -1;
  let last = -1;
  let weight = 0;
  let seen = 0;
  const close = () => {
    const length = last - from + 1;
    const isLine = seen > MIN_VISIBLE_SHARE * length && weight > MIN_ROW_SHARE * length;
    if (from >= 0 && length >= minLength && isLine) runs.push({ at: y, from, to: last + 1, weight });
    [from, weight, seen] = [-1, 0, 0];
  };
  for (let x = 0; x < width; x += 1) {
    const at = row + x;
    if (!ridge[at] && !ridge[at - width] && !ridge[at + width]) continue;
    if (from >= 0 && x - last > maxGap) close();
    if (from < 0) from = x;
    last = x;
    seen += 1;
    if (ridge[at]) weight += 1;
  }
  close();
  return runs;
}

/** Merges overlapping runs of adjacent rows into lines. */
function mergeRows(rows: readonly Run[], lineHeight: number): Run[] {
  const lines: (Run & { sum: number; lastAt: number })[] = [];
  for (const run of rows) {
    const line = lines.findLast(
      (line) => run.at - line.lastAt <= 1 + MAX_DRIFT * lineHeight && run.from <= line.to && run.to >= line.from,
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

/** Joins the parts of a broken line. */
function joinBroken(lines: readonly Run[], lineHeight: number): Run[] {
  const whole: Run[] = [];
  for (const line of lines.toSorted((a, b) => a.from - b.from)) {
    const before = whole.find(
      (other) =>
        Math.abs(other.at - line.at) <= 2 * MAX_DRIFT * lineHeight && line.from - other.to <= MAX_BREAK * lineHeight,
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
