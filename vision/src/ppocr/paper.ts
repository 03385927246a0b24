import type { Box } from "@precount/domain";
import { type Pixels, rectify, subBox } from "@precount/photos";

type Rgb = readonly [number, number, number];

export interface Paper {
  /** The paper's box, at the line's angle. */
  box: Box;
  colour: Rgb;
  /** Where the paper lies around the line, in the line's own frame (origin at its centre), pixels. */
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How far around the line paper is looked for, in the line's heights and widths. */
export interface Reach {
  sideWidths: number;
  upHeights: number;
  downHeights: number;
  /** Below the line or beside it there must be room for another, else a hairline ended the search too early. */
  wantsRoom?: boolean;
}

/** Pixels per line height in which paper is looked for: enough to see a hairline, small enough to be quick. */
const LINE_PX = 14;
/** Paper under one light differs by less, in each of R, G, B; print and neighbours by more. */
const COLOUR_TOLERANCE = 42;
/** Room for a quantity, in heights of the code's line. */
const ROOM_HEIGHTS = 0.5;

/**
 * The paper a line is written on: the like-coloured ground that runs on around it, print and hairlines
 * jumped. null where it runs on further than a label can (a white tag on a white edge, a printed pack).
 */
export function findPaper(picture: Pixels, line: Box, reach: Reach): Paper | null {
  const scale = LINE_PX / line.height;
  const side = line.width / 2 + reach.sideWidths * line.width;
  const up = line.height * (0.5 + reach.upHeights);
  const down = line.height * (0.5 + reach.downHeights);
  const region = subBox(line, -side, -up, side, down);
  const width = Math.min(600, Math.round(region.width * scale));
  const height = Math.round(region.height * scale);
  const crop = rectify(picture, region, width, height);
  const stepX = region.width / width;
  const stepY = region.height / height;
  const inCrop = {
    left: Math.round((side - line.width / 2) / stepX),
    right: Math.round((side + line.width / 2) / stepX),
    top: Math.round((up - line.height / 2) / stepY),
    bottom: Math.round((up + line.height / 2) / stepY),
  };
  let cramped: Paper | null = null;
  for (const colour of [rimColour(crop, inCrop), ...twoColours(crop, inCrop)]) {
    const ground = groundMask(crop, colour);
    for (const mask of [ground, close(ground, width, height)]) {
      const edges = groundEdges(mask, width, height, inCrop);
      if (!edges || edges.bottom - edges.top < (inCrop.bottom - inCrop.top) * 1.1) continue;
      const [left, right] = [edges.left * stepX - side, edges.right * stepX - side];
      const [top, bottom] = [edges.top * stepY - up, edges.bottom * stepY - up];
      const paper = { box: subBox(line, left, top, right, bottom), colour, left, top, right, bottom };
      const roomBelow = bottom - line.height / 2 > ROOM_HEIGHTS * line.height;
      const roomBeside = right - line.width / 2 > ROOM_HEIGHTS * line.height;
      if (!reach.wantsRoom || roomBelow || roomBeside) return paper;
      cramped ??= paper;
    }
  }
  return cramped;
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The colour along the line's rim: the rim was grown beyond the print, so most of it is ground. */
function rimColour(crop: Pixels, line: Edges): Rgb {
  const rim: number[] = [];
  const clampX = (x: number) => Math.min(crop.width - 1, Math.max(0, x));
  const clampY = (y: number) => Math.min(crop.height - 1, Math.max(0, y));
  for (let x = line.left; x < line.right; x++) {
    rim.push(clampY(line.top + 1) * crop.width + clampX(x), clampY(line.bottom - 2) * crop.width + clampX(x));
  }
  for (let y = line.top; y < line.bottom; y++) {
    rim.push(clampY(y) * crop.width + clampX(line.left + 1), clampY(y) * crop.width + clampX(line.right - 2));
  }
  const median = (channel: number) => {
    const values = rim.map((at) => crop.data[at * 3 + channel] ?? 0).toSorted((a, b) => a - b);
    return values[values.length >> 1] ?? 0;
  };
  return [median(0), median(1), median(2)];
}

/** The two colours that a line mostly is, its print and its ground, the more frequent first (two-means). */
function twoColours(crop: Pixels, line: Edges): Rgb[] {
  const points: Rgb[] = [];
  for (let y = Math.max(0, line.top); y < Math.min(crop.height, line.bottom); y++) {
    for (let x = Math.max(0, line.left); x < Math.min(crop.width, line.right); x++) {
      const i = (y * crop.width + x) * 3;
      points.push([crop.data[i] ?? 0, crop.data[i + 1] ?? 0, crop.data[i + 2] ?? 0]);
    }
  }
  const byLight = points.toSorted((a, b) => a[0] + a[1] + a[2] - (b[0] + b[1] + b[2]));
  let centres = [byLight[Math.floor(byLight.length * 0.05)], byLight[Math.floor(byLight.length * 0.95)]];
  let sizes: number[] = [];
  for (let round = 0; round < 6; round++) {
    const sums = [0, 1].map(() => [0, 0, 0, 0]);
    for (const point of points) {
      const sum = sums[apart(point, centres[0]) <= apart(point, centres[1]) ? 0 : 1];
      if (!sum) continue;
      point.forEach((value, c) => (sum[c] = (sum[c] ?? 0) + value));
      sum[3] = (sum[3] ?? 0) + 1;
    }
    sizes = sums.map((sum) => sum[3] ?? 0);
    centres = sums.map(([r = 0, g = 0, b = 0, n = 0]): Rgb => [r / (n || 1), g / (n || 1), b / (n || 1)]);
  }
  const [first = 0, second = 0] = sizes;
  const found = centres.filter((centre) => centre !== undefined);
  return first >= second ? found : found.toReversed();
}

const apart = (a: Rgb, b: Rgb | undefined): number =>
  b ? (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2 : Infinity;

function groundMask(crop: Pixels, colour: Rgb): Uint8Array {
  const mask = new Uint8Array(crop.width * crop.height);
  for (let i = 0; i < mask.length; i++) if (distance(crop, i, colour) < COLOUR_TOLERANCE) mask[i] = 1;
  return mask;
}

export function distance(crop: Pixels, at: number, [r, g, b]: Rgb): number {
  const i = at * 3;
  return Math.max(
    Math.abs((crop.data[i] ?? 0) - r),
    Math.abs((crop.data[i + 1] ?? 0) - g),
    Math.abs((crop.data[i + 2] ?? 0) - b),
  );
}

/** Jumps gaps of two pixels: the line between code and quantity, never the step from paper to shelf. */
function close(mask: Uint8Array, width: number, height: number): Uint8Array {
  const spread = (from: Uint8Array, value: 0 | 1): Uint8Array => {
    const to = from.slice();
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x;
        if (from[at - 1] === value || from[at + 1] === value) to[at] = value;
        if (from[at - width] === value || from[at + width] === value) to[at] = value;
      }
    }
    return to;
  };
  return spread(spread(mask, 1), 0);
}

/** Floods the ground from the line and takes its typical edges, so that a thin leak moves none of them. */
function groundEdges(mask: Uint8Array, width: number, height: number, line: Edges): Edges | null {
  const ground = floodFrom(mask, width, height, line);
  const rows = spans(ground, width, height, line.top, line.bottom, false);
  let left = quantile(
    rows.map(([from]) => from),
    0.4,
  );
  let right = quantile(
    rows.map(([, to]) => to),
    0.6,
  );
  if (left === null || right === null) return null;
  const columns = spans(ground, width, height, Math.max(left, line.left), Math.min(right, line.right), true);
  const top = quantile(
    columns.map(([from]) => from),
    0.5,
  );
  const bottom = quantile(
    columns.map(([, to]) => to),
    0.5,
  );
  if (top === null || bottom === null) return null;
  const all = spans(ground, width, height, top, bottom, false);
  left =
    quantile(
      all.map(([from]) => from),
      0.5,
    ) ?? left;
  right =
    quantile(
      all.map(([, to]) => to),
      0.5,
    ) ?? right;
  const leaks = left <= 1 || top <= 1 || right >= width - 2 || bottom >= height - 2;
  const holdsLine = left <= line.left + 4 && right >= line.right - 4;
  return leaks || !holdsLine ? null : { left, top, right: right + 1, bottom: bottom + 1 };
}

function floodFrom(mask: Uint8Array, width: number, height: number, line: Edges): Uint8Array {
  const reached = new Uint8Array(mask.length);
  const queue: number[] = [];
  const push = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const at = y * width + x;
    if (mask[at] && !reached[at]) {
      reached[at] = 1;
      queue.push(at);
    }
  };
  for (let y = line.top; y < line.bottom; y++) for (let x = line.left; x < line.right; x++) push(x, y);
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    push(x - 1, y);
    push(x + 1, y);
    push(x, y - 1);
    push(x, y + 1);
  }
  return reached;
}

/** First and last set pixel of every row (or column) from `from` to `to` that has any. */
function spans(
  mask: Uint8Array,
  width: number,
  height: number,
  from: number,
  to: number,
  byColumn: boolean,
): [number, number][] {
  const found: [number, number][] = [];
  const length = byColumn ? height : width;
  for (let k = Math.max(0, from); k < Math.min(to, byColumn ? width : height); k++) {
    const at = (i: number) => mask[byColumn ? i * width + k : k * width + i];
    let first = 0;
    while (first < length && !at(first)) first++;
    let last = length - 1;
    while (last > first && !at(last)) last--;
    if (first < length) found.push([first, last]);
  }
  return found;
}

function quantile(values: readonly number[], q: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? null;
}
