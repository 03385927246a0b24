import type { Block, TextLine } from "@precount/domain";
import { boundingBox, bottom, median, right } from "../boxes.ts";
import type { Headings } from "./headings.ts";
import { type Line, confidenceOf, sizeOf, textOf } from "../lines.ts";
import { isListMarker } from "../list-markers.ts";

/** In letter sizes: the minimum extra gap between paragraphs, and the minimum indent of a first line. */
const MIN_EXTRA_GAP = 0.3;
const MIN_INDENT = 0.8;
/** The minimum relative difference in letter size between paragraphs. */
const MIN_SIZE_DIFFERENCE = 0.12;

/** Groups the lines of one column, from top to bottom, into paragraphs. */
export function paragraphsOf(lines: readonly Line[]): Line[][] {
  const usual = usualGap(lines);
  const paragraphs: Line[][] = [];
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    const paragraph = paragraphs.at(-1);
    if (paragraph && previous && !startsParagraph(paragraph, line, lines, usual)) paragraph.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

const gapBetween = (one: Line, other: Line): number => other.place.y - bottom(one.place);

function usualGap(lines: readonly Line[]): number {
  const gaps = lines.slice(1).map((line, index) => gapBetween(lines[index] ?? line, line));
  const sorted = gaps.filter((gap) => gap > -5).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 3)] ?? 0;
}

function startsParagraph(paragraph: readonly Line[], line: Line, lines: readonly Line[], usual: number): boolean {
  const previous = paragraph.at(-1) ?? line;
  const size = lineSize(line);
  if (Math.abs(size - lineSize(previous)) > MIN_SIZE_DIFFERENCE * size) return true;
  if (isBold(line) !== isBold(previous)) return true;
  if (gapBetween(previous, line) > Math.max(usual + MIN_EXTRA_GAP * size, 0.6 * size)) return true;
  if (markerOf(line) !== undefined) return true;
  const end = Math.max(...lines.map(({ place }) => right(place)));
  const freeWidth = end - right(previous.place);
  const firstWidth = line.words[0]?.place.width ?? 0;
  // The next word would have fitted on the previous line, so that line ends its paragraph.
  const isEnded = /[.!?:]$/u.test(textOf(previous)) && freeWidth > firstWidth + 2 * size;
  return isEnded || line.place.x - leftEdge(paragraph) > MIN_INDENT * size;
}

/** The left edge of a paragraph's lines; of a list item's, after the marker. */
function leftEdge(paragraph: readonly Line[]): number {
  const [first] = paragraph;
  const last = paragraph.at(-1) ?? first;
  if (!first || !last) return 0;
  return markerOf(first) !== undefined && last === first ? (first.words[1]?.place.x ?? first.place.x) : last.place.x;
}

const lineSize = ({ words }: Line): number => median(words.map(sizeOf), 10);
const isBold = ({ words }: Line): boolean => words.length > 0 && words.every((word) => word.isBold === true);

function markerOf({ words }: Line): string | undefined {
  const [first] = words;
  return first && words.length > 1 && isListMarker(first.text) ? first.text : undefined;
}

const textLineOf = (line: Line, page: number): TextLine => ({
  text: textOf(line),
  page,
  place: line.place,
  confidence: confidenceOf(line.words),
});

/** Converts a paragraph's lines to a heading, a list item or a paragraph. */
export function textBlockOf(lines: readonly Line[], page: number, headings: Headings): Block {
  const [first] = lines;
  const words = lines.flatMap((line) => line.words);
  const found = { page, place: boundingBox(lines.map(({ place }) => place)), confidence: confidenceOf(words) };
  const texts = lines.map((line) => textLineOf(line, page));
  const level = headings.levelOf(lines);
  if (level !== undefined) return { kind: "heading", level, lines: texts, ...found };
  const marker = first && markerOf(first);
  if (first === undefined || marker === undefined) return { kind: "paragraph", lines: texts, ...found };
  const rest = first.words.slice(1);
  const firstLine = textLineOf({ words: rest, place: boundingBox(rest.map(({ place }) => place)) }, page);
  return { kind: "listItem", depth: 0, marker, lines: [firstLine, ...texts.slice(1)], ...found };
}

/** Sets the depth of list items by the indent of their markers. */
export function withDepths(blocks: readonly Block[], letterSize: number): Block[] {
  let indents: number[] = [];
  return blocks.map((block) => {
    if (block.kind !== "listItem") {
      indents = [];
      return block;
    }
    const x = block.place?.x ?? 0;
    indents = [...indents.filter((indent) => indent < x - MIN_INDENT * letterSize), x];
    return Object.assign(block, { depth: indents.length - 1 });
  });
}
