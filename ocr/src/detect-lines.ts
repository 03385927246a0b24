import type { Box } from "@precount/domain";
import sharp from "sharp";
import type { OnnxNetwork } from "@precount/inference";
import { type Component, components, minAreaRect, type Pixels, scaleBox } from "@precount/photos";

export interface DetectLinesOptions {
  /** The longer edge the network sees, pixels. */
  longEdgePx: number;
  /** And at most so many pixels in all: memory and time go by them. */
  mostPixels: number;
  mean: readonly number[];
  std: readonly number[];
  /** A pixel belongs to a line above it. */
  pixelThreshold: number;
  /** A line counts when its pixels' mean is above it. */
  lineThreshold: number;
  /** How far lines are grown: the network marks their cores. Area · ratio / perimeter, on every side. */
  growRatio: number;
}

/** A line of text in the picture's pixels, with the network's confidence. */
export interface TextLine extends Box {
  score: number;
}

/** Cores of fewer pixels are specks. */
const LEAST_PIXELS = 12;
const NETWORK_STEP_PX = 32;

/** Lines of text by the DB network: a heat map of their cores, made into rectangles here. */
export async function detectLines(
  network: OnnxNetwork,
  picture: Pixels,
  options: DetectLinesOptions,
): Promise<TextLine[]> {
  const factor = Math.min(
    1,
    options.longEdgePx / Math.max(picture.width, picture.height),
    Math.sqrt(options.mostPixels / (picture.width * picture.height)),
  );
  const step = (edge: number) =>
    Math.max(NETWORK_STEP_PX, Math.round((edge * factor) / NETWORK_STEP_PX) * NETWORK_STEP_PX);
  const width = step(picture.width);
  const height = step(picture.height);
  const small = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  const { data: heat } = await network.run(normalise(small, options), [1, 3, height, width]);
  const mask = Uint8Array.from(heat, (value) => (value > options.pixelThreshold ? 1 : 0));
  const lines: TextLine[] = [];
  for (const component of components(mask, width, height)) {
    const line = toLine(component, heat, width, options);
    // Both edges were rounded to steps of 32: the two factors differ by a little; angles stay as they are.
    if (line) lines.push({ ...stretch(line, picture.width / width, picture.height / height), score: line.score });
  }
  return lines;
}

/** Planes B, G, R: the order the network was trained in. */
function normalise(rgb: Uint8Array, { mean, std }: DetectLinesOptions): Float32Array {
  const count = rgb.length / 3;
  const planes = new Float32Array(rgb.length);
  for (let c = 0; c < 3; c++) {
    const scale = 1 / (255 * (std[c] ?? 1));
    const shift = (mean[c] ?? 0) / (std[c] ?? 1);
    for (let i = 0; i < count; i++) planes[c * count + i] = (rgb[i * 3 + 2 - c] ?? 0) * scale - shift;
  }
  return planes;
}

function toLine(component: Component, heat: Float32Array, width: number, options: DetectLinesOptions): TextLine | null {
  if (component.pixels.length < LEAST_PIXELS) return null;
  let sum = 0;
  for (const at of component.pixels) sum += heat[at] ?? 0;
  const score = sum / component.pixels.length;
  if (score < options.lineThreshold) return null;
  const core = minAreaRect(outline(component, width));
  const grow = (core.width * core.height * options.growRatio) / (2 * (core.width + core.height));
  return { ...core, width: core.width + 2 * grow, height: core.height + 2 * grow, score };
}

/** The first and last pixel of every row: all that a hull needs. */
function outline(component: Component, width: number): { x: number; y: number }[] {
  const rows = new Map<number, { left: number; right: number }>();
  for (const at of component.pixels) {
    const x = at % width;
    const y = (at - x) / width;
    const row = rows.get(y);
    if (!row) rows.set(y, { left: x, right: x });
    else if (x < row.left) row.left = x;
    else if (x > row.right) row.right = x;
  }
  return [...rows].flatMap(([y, { left, right }]) => [
    { x: left + 0.5, y: y + 0.5 },
    { x: right + 0.5, y: y + 0.5 },
  ]);
}

function stretch(box: Box, factorX: number, factorY: number): Box {
  const scaled = scaleBox(box, (factorX + factorY) / 2);
  return { ...scaled, cx: box.cx * factorX, cy: box.cy * factorY };
}
