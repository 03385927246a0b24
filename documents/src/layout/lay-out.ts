import type { Block, DocumentPage, PagePlace } from "@precount/domain";
import { Headings } from "./blocks/headings.ts";
import { paragraphsOf, textBlockOf, withDepths } from "./blocks/paragraphs.ts";
import { isInside } from "./boxes.ts";
import { type Line, letterSize, groupIntoLines, sizeOf, splitLine } from "./lines.ts";
import type { PageContent, Word } from "./page-content.ts";
import { readOrder } from "./order/read-order.ts";
import { joinContinuedTables } from "./pages/join-continued-tables.ts";
import { groupIntoMeshes } from "./rulings/meshes.ts";
import { drawTypedFrames } from "./rulings/typed-frames.ts";
import { mergeRulings } from "./rulings/strokes.ts";
import { pitchOf } from "./tables/columns.ts";
import { contentsLines } from "./tables/contents.ts";
import { findDashedTables } from "./tables/dashed-columns.ts";
import { joinParts } from "./tables/join-parts.ts";
import { findTablesBetweenRulings } from "./tables/tables-between-rulings.ts";
import { findUnruledTables } from "./tables/unruled-tables.ts";
import { findRuledTables } from "./tables/ruled-tables.ts";
import { findTypedTables, isTypedRuling, typedStrokes } from "./tables/typed-tables.ts";
import { type FoundTable, toTableBlock } from "./tables/fill-grid.ts";

/** An item on a page that is put into reading order. */
type LayoutItem =
  | { kind: "line"; line: Line; place: PagePlace }
  | { kind: "table"; table: FoundTable; place: PagePlace }
  | { kind: "picture"; place: PagePlace };

/** In letter sizes, and in widths of a letter of monospaced type: a wider gap between words of a line splits it. */
const MAX_WORD_GAP = 1.2;
const MAX_MONOSPACED_GAP = 2.5;

/** Lays out pages: finds tables with their cells, and puts blocks into reading order. */
export function layOutPages(pages: readonly PageContent[]): DocumentPage[] {
  const headings = new Headings(pages);
  const laidOut = joinContinuedTables(pages.map((content) => layOutPage(content, headings)));
  for (const [at, page] of laidOut.entries()) page.blocks.push(...commentsOf(pages[at], headings));
  return laidOut;
}

/** The words of comments that cover others, in paragraphs of their own. */
function commentsOf(content: PageContent | undefined, headings: Headings): Block[] {
  if (!content?.comments) return [];
  const lines = groupIntoLines(content.comments);
  const items = lines.map((line): LayoutItem => ({ kind: "line", line, place: line.place }));
  return blocksOf(items, content.number, headings);
}

function layOutPage(page: PageContent, headings: Headings): DocumentPage {
  const content = drawTypedFrames(page);
  const size = letterSize(content.words);
  const tables = findTables(content, size);
  const lines = groupIntoLines(wordsOutside(tables, content.words))
    .filter((line) => !isInTable(line, tables))
    .flatMap((line) => splitLine(line, maxWordGap(line)));
  const items: LayoutItem[] = [
    ...lines.map((line): LayoutItem => ({ kind: "line", line, place: line.place })),
    ...tables.map((table): LayoutItem => ({ kind: "table", table, place: table.place })),
    ...visiblePictures(content, size).map((place): LayoutItem => ({ kind: "picture", place })),
  ];
  const blocks = readOrder(items, size).flatMap((column) =>
    withDepths(blocksOf(column, content.number, headings), size),
  );
  return {
    number: content.number,
    size: { width: content.width, height: content.height },
    source: content.source,
    blocks,
  };
}

/** The maximum gap between words of one text, in letter sizes. Typists leave two spaces after a sentence. */
function maxWordGap(line: Line): number {
  const pitch = pitchOf([line]);
  return pitch === undefined ? MAX_WORD_GAP : (MAX_MONOSPACED_GAP * pitch) / Math.max(...line.words.map(sizeOf));
}

/** Finds tables in three steps: enclosed by rulings, between horizontal rulings, and by the gaps between columns. */
function findTables(content: PageContent, size: number): FoundTable[] {
  const { rulings, number } = content;
  const typedRulings = groupIntoLines(content.words).filter(isTypedRuling);
  const typed = new Set(typedRulings.flatMap((line) => line.words));
  const untyped = content.words.filter((word) => !typed.has(word));
  const {
    tables: ruled,
    otherMeshes,
    drawings,
  } = findRuledTables(groupIntoMeshes(mergeRulings(rulings, size), size), untyped, number, size);
  const words = untyped.filter(({ place }) => drawings.every((drawing) => !isInside(place, drawing, 0)));
  const drawn = otherMeshes.flatMap(({ horizontal }) => horizontal);
  const strokes = [...drawn, ...typedRulings.flatMap(typedStrokes)];
  // A line of dashes without gaps crosses all columns, as a drawn one does.
  const full = typedRulings.filter((line) => line.words.length === 1 && pitchOf([line])).flatMap(typedStrokes);
  const dashed = findDashedTables(groupIntoLines(wordsOutside(ruled, words)), typedRulings, strokes, number);
  const shown = [...ruled, ...dashed];
  const betweenRulings = findTablesBetweenRulings(wordsOutside(shown, words), [...drawn, ...full], number, size);
  const enclosed = [...shown, ...betweenRulings];
  const typedTables = findTypedTables(groupIntoLines(wordsOutside(enclosed, words)), strokes, number);
  const found = [...enclosed, ...typedTables];
  const obstacles = [...found.map(({ place }) => place), ...drawings, ...visiblePictures(content, size)];
  const outside = groupIntoLines(wordsOutside(found, words));
  const contents = new Set(contentsLines(outside));
  const lines = outside.filter((line) => !contents.has(line));
  const unruled = findUnruledTables({ lines, obstacles, strokes, page: number });
  const tables = [...found, ...unruled.filter((table) => !isFigure(table, content))];
  return joinParts(tables, wordsOutside(tables, words), strokes, number);
}

/** The minimum share of a table's words inside the shapes of a map or a diagram, and the maximum share of the page's area of one. */
const MIN_FIGURE_WORDS = 0.4;
const MAX_FIGURE_AREA = 0.4;

/** Whether most words of a table are labels of a map or a diagram. */
function isFigure({ words }: FoundTable, { figures = [], width, height }: PageContent): boolean {
  const shapes = figures.filter((place) => place.width * place.height < MAX_FIGURE_AREA * width * height);
  const inside = words.filter(({ place }) => shapes.some((shape) => isInside(place, shape, 0)));
  return inside.length > MIN_FIGURE_WORDS * words.length;
}

/** The maximum distance of a typed ruling from its table, in its heights. */
const MAX_RULING_DISTANCE = 1.5;

/** Whether a typed ruling is part of a table. */
const isInTable = (line: Line, tables: readonly FoundTable[]): boolean =>
  isTypedRuling(line) &&
  tables.some(({ place }) => isInside(line.place, place, MAX_RULING_DISTANCE * line.place.height));

function wordsOutside(tables: readonly FoundTable[], words: readonly Word[]): Word[] {
  const taken = new Set(tables.flatMap((table) => table.words));
  return words.filter((word) => !taken.has(word));
}

const visiblePictures = (content: PageContent, size: number): PagePlace[] =>
  content.pictures.filter(
    (place) => place.width > size && place.height > size && isInside(place, pageBox(content), size),
  );

const pageBox = ({ width, height }: PageContent): PagePlace => ({ x: 0, y: 0, width, height });

function blocksOf(items: readonly LayoutItem[], page: number, headings: Headings): Block[] {
  const blocks: Block[] = [];
  let lines: Line[] = [];
  const flush = (): void => {
    blocks.push(...paragraphsOf(lines).map((paragraph) => textBlockOf(paragraph, page, headings)));
    lines = [];
  };
  for (const item of items) {
    if (item.kind === "line") {
      lines.push(item.line);
      continue;
    }
    flush();
    if (item.kind === "table") blocks.push(toTableBlock(item.table));
    else blocks.push({ kind: "picture", alt: "", page, place: item.place, confidence: 1 });
  }
  flush();
  return blocks;
}
