import type { Box } from "@precount/domain";
import type { TextReader } from "@precount/ocr";
import type { Pixels } from "@precount/photos";

/** The network looks for lines in at most so many pixels at a time: memory goes by them. */
const MOST_SEARCHED = 1_200_000;
/** Lines that it sees lower than this, pixels, it may miss. */
const LEAST_SEEN_PX = 13;
/** Tiles lie over each other by so many line heights: a line lies whole in one of them, or its parts overlap. */
const OVERLAP = 3;

/** Lines of text, in one look where they are tall enough for that, else in tiles; `lineHeight` in pixels of the picture. */
export async function findLines(reader: TextReader, picture: Pixels, lineHeight: number): Promise<Box[]> {
  const { width, height } = picture;
  const seen = lineHeight * Math.min(1, Math.sqrt(MOST_SEARCHED / (width * height)));
  if (seen >= LEAST_SEEN_PX) return reader.findLines(picture, MOST_SEARCHED);
  const factor = Math.min(1, LEAST_SEEN_PX / lineHeight);
  const edge = Math.floor(Math.sqrt(MOST_SEARCHED) / factor);
  const lines: Box[] = [];
  for (const top of startsOf(height, edge, OVERLAP * lineHeight)) {
    for (const left of startsOf(width, edge, OVERLAP * lineHeight)) {
      const tile = cut(picture, left, top, Math.min(edge, width - left), Math.min(edge, height - top));
      const found = await reader.findLines(tile, MOST_SEARCHED);
      for (const line of found) lines.push({ ...line, cx: line.cx + left, cy: line.cy + top });
    }
  }
  return lines;
}

/** Where tiles of that edge begin so that they cover the length and lie over each other. */
function startsOf(length: number, edge: number, overlap: number): number[] {
  const count = length <= edge ? 1 : Math.ceil((length - overlap) / (edge - overlap));
  return Array.from({ length: count }, (_, i) =>
    Math.round((i * (length - Math.min(edge, length))) / Math.max(1, count - 1)),
  );
}

function cut({ data, width }: Pixels, left: number, top: number, wide: number, high: number): Pixels {
  const part = new Uint8Array(wide * high * 3);
  for (let y = 0; y < high; y += 1) {
    const from = ((top + y) * width + left) * 3;
    part.set(data.subarray(from, from + wide * 3), y * wide * 3);
  }
  return { data: part, width: wide, height: high };
}
