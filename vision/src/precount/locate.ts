import { type Rect, rotatedIou } from "@precount/domain";
import type { Box } from "../image/box.ts";
import type { Pixels } from "../image/rectify.ts";
import type { PrecountManifest } from "../manifest.ts";
import type { Floats, Network } from "../network.ts";
import { reduce } from "./reduce.ts";

/** A box in pixels of the picture that was looked at, its angle between -90 and 90 degrees. */
export interface Found {
  label: "sticker" | "shelf";
  /** 0–1 */
  score: number;
  box: Box;
}

const LABELS = ["sticker", "shelf"] as const;
/** Of one cell: a score a label, then dx, dy, log width, log height, cos 2a, sin 2a. */
export const CHANNELS = LABELS.length + 6;
/** Cells that are looked at, best first. */
const MOST_CELLS = 400;

type DetectSettings = PrecountManifest["detect"];

/** The detector's last input, 16 MB: photos mostly have the same size, and fresh memory costs as much as filling it. */
export interface Scratch {
  input: Float32Array;
}

/**
 * Boxes of stickers and shelf tags, surest first, at most `limit`, in pixels of `picture`.
 * @param scratch kept from photo to photo, one photo at a time
 */
export async function locate(
  network: Pick<Network, "run">,
  picture: Pixels,
  settings: DetectSettings,
  limit: number,
  scratch: Scratch = { input: new Float32Array() },
): Promise<Found[]> {
  const scale = Math.min(1, settings.longEdgePx / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const input = toInput(await reduce(picture, width, height), settings, scratch);
  const { data, shape } = await network.run(input.data, input.shape);
  const cells: Cells = { data, rows: shape[2] ?? 0, columns: shape[3] ?? 0 };
  const kept = keepBest(decodeCells(cells, settings), settings.mostOverlap, limit);
  const [growX, growY] = [picture.width / width, picture.height / height];
  return kept.map(({ label, score, box }) => ({
    label,
    score,
    box: {
      // As training does: the corner and the sides grow, each along its axis.
      cx: box.cx * growX,
      cy: box.cy * growY,
      width: box.width * growX,
      height: box.height * growY,
      angle: box.angle,
    },
  }));
}

/** Planes R, G, B, normalised, padded with 0 to the right and below. */
function toInput(
  { data, width, height }: Pixels,
  { multiplePx, mean, deviation }: DetectSettings,
  scratch: Scratch,
): Floats {
  const normal = Float32Array.from({ length: 256 }, (_, level) => (level / 255 - mean) / deviation);
  const columns = Math.ceil(width / multiplePx) * multiplePx;
  const rows = Math.ceil(height / multiplePx) * multiplePx;
  const plane = rows * columns;
  if (scratch.input.length !== 3 * plane) scratch.input = new Float32Array(3 * plane);
  else if (columns > width || rows > height) scratch.input.fill(0);
  const { input } = scratch;
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = y * columns; x < width; x++, to++) {
      input[to] = normal[data[from++]!]!;
      input[plane + to] = normal[data[from++]!]!;
      input[2 * plane + to] = normal[data[from++]!]!;
    }
  }
  return { data: input, shape: [1, 3, rows, columns] };
}

/** The detector's answer: CHANNELS × rows × columns. */
export interface Cells {
  data: Float32Array;
  rows: number;
  columns: number;
}

/** Every box that is worth reading, best first. */
export function decodeCells({ data, rows, columns }: Cells, settings: DetectSettings): Found[] {
  const plane = rows * columns;
  const sure: { at: number; score: number }[] = [];
  for (let at = 0; at < LABELS.length * plane; at++) {
    const score = data[at]!;
    if (score >= settings.leastScore) sure.push({ at, score });
  }
  sure.sort((a, b) => b.score - a.score || a.at - b.at);
  const { stridePx, unitPx } = settings;
  return sure.slice(0, MOST_CELLS).map(({ at, score }) => {
    const cell = at % plane;
    const value = (channel: number): number => data[(LABELS.length + channel) * plane + cell]!;
    const side = (channel: number): number => unitPx * Math.exp(Math.min(4, Math.max(-4, value(channel))));
    return {
      label: LABELS[at < plane ? 0 : 1],
      score,
      box: {
        cx: ((cell % columns) + 0.5) * stridePx + value(0) * unitPx,
        cy: (Math.floor(cell / columns) + 0.5) * stridePx + value(1) * unitPx,
        width: side(2),
        height: side(3),
        angle: (Math.atan2(value(5), value(4)) * 90) / Math.PI,
      },
    };
  });
}

/** Of boxes that mean the same thing the surest, across labels. @param found best first */
export function keepBest(found: readonly Found[], mostOverlap: number, limit: number): Found[] {
  const kept: { item: Found; rect: Rect; reach: number }[] = [];
  for (const item of found) {
    if (kept.length === limit) break;
    const { cx, cy, width, height } = item.box;
    const rect = boxRect(item.box);
    const reach = Math.hypot(width, height) / 2;
    const isApart = kept.every(
      (other) =>
        Math.hypot(other.item.box.cx - cx, other.item.box.cy - cy) > other.reach + reach ||
        rotatedIou(other.rect, rect) < mostOverlap,
    );
    if (isApart) kept.push({ item, rect, reach });
  }
  return kept.map(({ item }) => item);
}

const boxRect = ({ cx, cy, width, height, angle }: Box): Rect => ({
  x: cx - width / 2,
  y: cy - height / 2,
  width,
  height,
  angle,
});
