import type { Box } from "@precount/domain";
import type { TextReader } from "@precount/ocr";
import { type Pixels, applyOrientation } from "@precount/photos";
import sharp from "sharp";

export type Turn = "rotate90CW" | "rotate180" | "rotate270CW";

/** Lines of text are longer than high by this factor; boxes of short words may be square. */
const MIN_LINE_RATIO = 2.5;
/** The minimum number of long lines, and the share of them that is vertical on a sideways page. */
const MIN_LONG_LINES = 3;
const MIN_VERTICAL_SHARE = 0.6;
/** The number of texts that are read to find the direction, and how much better they must be read after a rotation. */
const SAMPLE_TEXTS = 16;
const MIN_CONFIDENCE_GAIN = 1.1;
/** Level texts are read with a higher mean confidence, also numbers in small print. */
const MIN_LEVEL_CONFIDENCE = 0.85;
/** The number of lines that are read to find out which way is up. */
const SAMPLE_LINES = 6;
/**
 * The margin around a sampled line, as a share of its thickness: the shorter side, also of a vertical line. A neighboring line must not be in
 * the crop.
 */
const MARGIN = 0.15;

/** Rotates an image by a multiple of 90°. */
export async function turn({ data, width, height }: Pixels, by: Turn): Promise<Pixels> {
  const raw = { width, height, channels: 3 as const };
  const turned = await applyOrientation(sharp(data, { raw }), by).raw().toBuffer({ resolveWithObject: true });
  return { data: turned.data, width: turned.info.width, height: turned.info.height };
}

/** Whether most lines of text run from top to bottom. @param lines with angles of at most 45° */
export function areVertical(lines: readonly Box[]): boolean {
  const long = lines.filter(({ width, height }) => Math.max(width, height) >= MIN_LINE_RATIO * Math.min(width, height));
  const vertical = long.filter(({ width, height }) => height > width);
  return long.length >= MIN_LONG_LINES && vertical.length >= MIN_VERTICAL_SHARE * long.length;
}

/**
 * The rotation after which a sample of the texts is read with a clearly higher confidence than without; null if no
 * rotation improves it. Short texts, such as numbers, do not show the direction of their line by their shape.
 */
export async function findTurnByReading(
  image: Pixels,
  lines: readonly Box[],
  reader: TextReader,
): Promise<Turn | null> {
  const step = Math.max(1, Math.floor(lines.length / SAMPLE_TEXTS));
  const sample = lines.filter((_, at) => at % step === 0).slice(0, SAMPLE_TEXTS);
  const level = await confidenceAfter(image, sample, null, reader);
  if (level >= MIN_LEVEL_CONFIDENCE) return null;
  let best: { turn: Turn | null; confidence: number } = { turn: null, confidence: MIN_CONFIDENCE_GAIN * level };
  for (const by of ["rotate90CW", "rotate270CW", "rotate180"] as const) {
    const confidence = await confidenceAfter(image, sample, by, reader);
    if (confidence > best.confidence) best = { turn: by, confidence };
  }
  return best.turn;
}

/** The mean confidence with which parts of an image are read after a rotation. */
async function confidenceAfter(
  image: Pixels,
  sample: readonly Box[],
  by: Turn | null,
  reader: TextReader,
): Promise<number> {
  let sum = 0;
  for (const line of sample) sum += await readTurned(image, line, by, reader);
  return sum / Math.max(1, sample.length);
}

/** The confidence with which a part of an image is read after a rotation. */
async function readTurned(image: Pixels, line: Box, by: Turn | null, reader: TextReader): Promise<number> {
  const part = await cropLine(image, line);
  const upright = by === null ? part : await turn(part, by);
  const { width, height } = upright;
  const [text] = await reader.readBoxes(upright, [{ cx: width / 2, cy: height / 2, width, height, angle: 0 }]);
  return text?.confidence ?? 0;
}

/** The 90° rotation after which the longest vertical lines of text are read with the higher confidence. */
export async function findSidewaysTurn(image: Pixels, lines: readonly Box[], reader: TextReader): Promise<Turn> {
  const longest = lines.toSorted((a, b) => b.height - a.height).slice(0, SAMPLE_LINES);
  const confidences = { rotate90CW: 0, rotate270CW: 0 };
  for (const line of longest) {
    for (const by of ["rotate90CW", "rotate270CW"] as const)
      confidences[by] += await readTurned(image, line, by, reader);
  }
  return confidences.rotate90CW >= confidences.rotate270CW ? "rotate90CW" : "rotate270CW";
}

async function cropLine(image: Pixels, { cx, cy, width, height }: Box): Promise<Pixels> {
  const margin = MARGIN * Math.min(width, height);
  const left = Math.max(0, Math.round(cx - width / 2 - margin));
  const top = Math.max(0, Math.round(cy - height / 2 - margin));
  const region = {
    left,
    top,
    width: Math.max(1, Math.min(image.width - left, Math.round(width + 2 * margin))),
    height: Math.max(1, Math.min(image.height - top, Math.round(height + 2 * margin))),
  };
  const raw = { width: image.width, height: image.height, channels: 3 as const };
  const data = await sharp(image.data, { raw }).extract(region).raw().toBuffer();
  return { data, width: region.width, height: region.height };
}
