import type { Box } from "@precount/domain";
import type { TextReader } from "@precount/ocr";
import type { Pixels } from "@precount/photos";

/** The maximum pixels of the network's input, to limit memory. */
const MAX_INPUT_PIXELS = 1_200_000;
/** The network may miss lines that are lower than this in its input. */
const MIN_LINE_HEIGHT_PX = 13;
/** The overlap of tiles in line heights, so that a line lies completely in one tile or its parts overlap. */
const TILE_OVERLAP = 3;

/** Finds lines of text in the whole image, or in tiles when its lines (`lineHeight`, in image pixels) would become too low. */
export async function findLines(reader: TextReader, image: Pixels, lineHeight: number): Promise<Box[]> {
  const { width, height } = image;
  const inputLineHeight = lineHeight * Math.min(1, Math.sqrt(MAX_INPUT_PIXELS / (width * height)));
  if (inputLineHeight >= MIN_LINE_HEIGHT_PX) return reader.findLines(image, MAX_INPUT_PIXELS);
  const factor = Math.min(1, MIN_LINE_HEIGHT_PX / lineHeight);
  const edge = Math.floor(Math.sqrt(MAX_INPUT_PIXELS) / factor);
  const lines: Box[] = [];
  for (const top of tileStarts(height, edge, TILE_OVERLAP * lineHeight)) {
    for (const left of tileStarts(width, edge, TILE_OVERLAP * lineHeight)) {
      const tile = crop(image, left, top, Math.min(edge, width - left), Math.min(edge, height - top));
      const found = await reader.findLines(tile, MAX_INPUT_PIXELS);
      for (const line of found) lines.push({ ...line, cx: line.cx + left, cy: line.cy + top });
    }
  }
  return lines;
}

/** The start positions of overlapping tiles that cover the length. */
function tileStarts(length: number, edge: number, overlap: number): number[] {
  const count = length <= edge ? 1 : Math.ceil((length - overlap) / (edge - overlap));
  return Array.from({ length: count }, (_, i) =>
    Math.round((i * (length - Math.min(edge, length))) / Math.max(1, count - 1)),
  );
}

function crop({ data, width }: Pixels, left: number, top: number, cropWidth: number, cropHeight: number): Pixels {
  const part = new Uint8Array(cropWidth * cropHeight * 3);
  for (let y = 0; y < cropHeight; y += 1) {
    const from = ((top + y) * width + left) * 3;
    part.set(data.subarray(from, from + cropWidth * 3), y * cropWidth * 3);
  }
  return { data: part, width: cropWidth, height: cropHeight };
}
