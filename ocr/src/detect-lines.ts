import type { Box } from "@precount/domain";
import sharp from "sharp";
import type { OnnxNetwork } from "@precount/inference";
import { type Component, connectedComponents, minAreaRect, type Pixels, scaleBox } from "@precount/photos";

export interface DetectLinesOptions {
  /** The maximum long edge of the network's input, pixels. */
  longEdgePx: number;
  /** The maximum number of input pixels; memory and time are proportional to it. */
  mostPixels: number;
  /** The input's mean and standard deviation by channel, levels 0–1. */
  mean: readonly number[];
  std: readonly number[];
  /** A pixel with a higher probability belongs to a line. */
  pixelThreshold: number;
  /** A line with a lower mean probability is dropped. */
  lineThreshold: number;
  /** Lines grow by area · ratio / perimeter on every side, because the network marks only their cores. */
  growRatio: number;
}

/** A detected line of text, in pixels of the image. */
export interface TextLine extends Box {
  /** The mean probability of its pixels, 0–1. */
  score: number;
}

/** Smaller cores are noise. */
const MIN_CORE_PIXELS = 12;
/** The network needs an input width and height that are multiples of this. */
const SIZE_MULTIPLE_PX = 32;

/**
 * Detects lines of text with a DB network, whose output is a heat map of the lines' cores. `image` is reduced to the limits in
 * `options`; the returned boxes are in its full pixels.
 */
export async function detectLines(
  network: OnnxNetwork,
  image: Pixels,
  options: DetectLinesOptions,
): Promise<TextLine[]> {
  const factor = Math.min(
    1,
    options.longEdgePx / Math.max(image.width, image.height),
    Math.sqrt(options.mostPixels / (image.width * image.height)),
  );
  const inputEdge = (edge: number) =>
    Math.max(SIZE_MULTIPLE_PX, Math.round((edge * factor) / SIZE_MULTIPLE_PX) * SIZE_MULTIPLE_PX);
  const width = inputEdge(image.width);
  const height = inputEdge(image.height);
  const small = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .raw()
    .toBuffer();
  const { data: heat } = await network.run(normalize(small, options), [1, 3, height, width]);
  const mask = Uint8Array.from(heat, (value) => (value > options.pixelThreshold ? 1 : 0));
  const lines: TextLine[] = [];
  for (const component of connectedComponents(mask, width, height)) {
    const line = toLine(component, heat, width, options);
    // Rounding both edges to multiples of 32 makes the two factors differ slightly. The angle ignores that.
    if (line) lines.push({ ...scaleToImage(line, image.width / width, image.height / height), score: line.score });
  }
  return lines;
}

/** Normalizes to planes B, G, R, the channel order of the network's training. */
function normalize(rgb: Uint8Array, { mean, std }: DetectLinesOptions): Float32Array {
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
  if (component.pixels.length < MIN_CORE_PIXELS) return null;
  let sum = 0;
  for (const at of component.pixels) sum += heat[at] ?? 0;
  const score = sum / component.pixels.length;
  if (score < options.lineThreshold) return null;
  const core = minAreaRect(outline(component, width));
  const grow = (core.width * core.height * options.growRatio) / (2 * (core.width + core.height));
  return { ...core, width: core.width + 2 * grow, height: core.height + 2 * grow, score };
}

/** The first and last pixel center of every row, which suffice for a convex hull. */
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

function scaleToImage(box: Box, factorX: number, factorY: number): Box {
  const scaled = scaleBox(box, (factorX + factorY) / 2);
  return { ...scaled, cx: box.cx * factorX, cy: box.cy * factorY };
}
