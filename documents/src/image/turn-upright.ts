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
/** The number of lines that are read to find out which way is up. */
const SAMPLE_LINES = 6;
/** The margin around a sampled line, as a share of its height. */
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

/** The 90° rotation after which the longest vertical lines of text are read with the higher confidence. */
export async function findSidewaysTurn(image: Pixels, lines: readonly Box[], reader: TextReader): Promise<Turn> {
  const longest = lines.toSorted((a, b) => b.height - a.height).slice(0, SAMPLE_LINES);
  const confidences = { rotate90CW: 0, rotate270CW: 0 };
  for (const line of longest) {
    const part = await cropLine(image, line);
    for (const by of ["rotate90CW", "rotate270CW"] as const) {
      const upright = await turn(part, by);
      const { width, height } = upright;
      const box = { cx: width / 2, cy: height / 2, width, height, angle: 0 };
      const [text] = await reader.readBoxes(upright, [box]);
      confidences[by] += text?.confidence ?? 0;
    }
  }
  return confidences.rotate90CW >= confidences.rotate270CW ? "rotate90CW" : "rotate270CW";
}

async function cropLine(image: Pixels, { cx, cy, width, height }: Box): Promise<Pixels> {
  const margin = MARGIN * width;
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
