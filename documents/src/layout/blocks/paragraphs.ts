import type { Block, TextLine } from "@precount/domain";
import { around, bottom, median, right } from "../boxes.ts";
import type { Headings } from "./headings.ts";
import { type Line, confidenceOf, sizeOf, textOf } from "../lines.ts";
import { isMarker } from "../markers.ts";

/** In letter sizes: how much more white than usual there is between paragraphs, and how far a first line is indented. */
const MORE_WHITE = 0.3;
const INDENT = 0.8;
/** How much larger or smaller letters are before they are another kind of text. */
const OTHER_SIZE = 0.12;

/** Lines of one column, from top to bottom, as paragraphs. */
export function paragraphsOf(lines: readonly Line[]): Line[][] {
  const usual = usualWhite(lines);
  const paragraphs: Line[][] = [];
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    const paragraph = paragraphs.at(-1);
    if (paragraph && previous && !beginsAnew(paragraph, line, lines, usual)) paragraph.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

const whiteBetween = (one: Line, other: Line): number => other.place.y - bottom(one.place);

function usualWhite(lines: readonly Line[]): number {
  const whites = lines.slice(1).map((line, index) => whiteBetween(lines[index] ?? line, line));
  const sorted = whites.filter((white) => white > -5).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 3)] ?? 0;
}

function beginsAnew(paragraph: readonly Line[], line: Line, lines: readonly Line[], usual: number): boolean {
  const previous = paragraph.at(-1) ?? line;
  const size = lineSize(line);
  if (Math.abs(size - lineSize(previous)) > OTHER_SIZE * size) return true;
  if (isBold(line) !== isBold(previous)) return true;
  if (whiteBetween(previous, line) > Math.max(usual + MORE_WHITE * size, 0.6 * size)) return true;
  if (markerOf(line) !== undefined) return true;
  const end = Math.max(...lines.map(({ place }) => right(place)));
  const room = end - right(previous.place);
  const firstWidth = line.words[0]?.place.width ?? 0;
  // The next word would still have fitted: the line was ended on purpose.
  const isEnded = /[.!?:]$/u.test(textOf(previous)) && room > firstWidth + 2 * size;
  return isEnded || line.place.x - startOf(paragraph) > INDENT * size;
}

/** Where the lines of a paragraph begin: those of a list's item after its marker. */
function startOf(paragraph: readonly Line[]): number {
  const [first] = paragraph;
  const last = paragraph.at(-1) ?? first;
  if (!first || !last) return 0;
  return markerOf(first) !== undefined && last === first ? (first.words[1]?.place.x ?? first.place.x) : last.place.x;
}

const lineSize = ({ words }: Line): number => median(words.map(sizeOf), 10);
const isBold = ({ words }: Line): boolean => words.length > 0 && words.every((word) => word.isBold === true);

function markerOf({ words }: Line): string | undefined {
  const [first] = words;
  return first && words.length > 1 && isMarker(first.text) ? first.text : undefined;
}

const textLineOf = (line: Line, page: number): TextLine => ({
  text: textOf(line),
  page,
  place: line.place,
  confidence: confidenceOf(line.words),
});

/** A paragraph's lines as what they are: a heading, an item of a list, or a paragraph. */
export function textBlockOf(lines: readonly Line[], page: number, headings: Headings): Block {
  const [first] = lines;
  const words = lines.flatMap((line) => line.words);
  const found = { page, place: around(lines.map(({ place }) => place)), confidence: confidenceOf(words) };
  const texts = lines.map((line) => textLineOf(line, page));
  const level = headings.levelOf(lines);
  if (level !== undefined) return { kind: "heading", level, lines: texts, ...found };
  const marker = first && markerOf(first);
  if (first === undefined || marker === undefined) return { kind: "paragraph", lines: texts, ...found };
  const rest = first.words.slice(1);
  const own = textLineOf({ words: rest, place: around(rest.map(({ place }) => place)) }, page);
  return { kind: "listItem", depth: 0, marker, lines: [own, ...texts.slice(1)], ...found };
}

/** How deep items of lists lie, by how far their markers are indented from those before. */
export function withDepths(blocks: readonly Block[], letterSize: number): Block[] {
  let indents: number[] = [];
  return blocks.map((block) => {
    if (block.kind !== "listItem") {
      indents = [];
      return block;
    }
    const x = block.place?.x ?? 0;
    indents = [...indents.filter((indent) => indent < x - INDENT * letterSize), x];
    return Object.assign(block, { depth: indents.length - 1 });
  });
}
