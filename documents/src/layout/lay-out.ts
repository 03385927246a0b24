import type { Block, DocumentPage, PagePlace } from "@precount/domain";
import { Headings } from "./blocks/headings.ts";
import { paragraphsOf, textBlockOf, withDepths } from "./blocks/paragraphs.ts";
import { isInside } from "./boxes.ts";
import { type Line, letterSize, linesOf, splitLine } from "./lines.ts";
import type { PageMarks, Word } from "./marks.ts";
import { readOrder } from "./order/read-order.ts";
import { joinContinued } from "./pages/continued.ts";
import { meshesOf } from "./rules/meshes.ts";
import { strokesOf } from "./rules/straight.ts";
import { tablesBetweenRules } from "./tables/between-rules.ts";
import { tablesByWhite } from "./tables/by-white.ts";
import { ruledTables } from "./tables/ruled.ts";
import { type FoundTable, blockOf } from "./tables/table.ts";

/** What stands on a page, as its reader orders it. */
type Thing =
  | { kind: "line"; line: Line; place: PagePlace }
  | { kind: "table"; table: FoundTable; place: PagePlace }
  | { kind: "picture"; place: PagePlace };

/** In letter sizes: white between words of one line that is no space. */
const LINE_GAP = 1.2;

/** Pages of words and rules as documents: blocks in reading order, tables with their cells. */
export function layOut(pages: readonly PageMarks[]): DocumentPage[] {
  const headings = new Headings(pages);
  return joinContinued(pages.map((marks) => layOutPage(marks, headings)));
}

function layOutPage(marks: PageMarks, headings: Headings): DocumentPage {
  const size = letterSize(marks.words);
  const tables = tablesOn(marks, size);
  const lines = linesOf(leftBy(tables, marks.words)).flatMap((line) => splitLine(line, LINE_GAP));
  const things: Thing[] = [
    ...lines.map((line): Thing => ({ kind: "line", line, place: line.place })),
    ...tables.map((table): Thing => ({ kind: "table", table, place: table.place })),
    ...picturesOn(marks, size).map((place): Thing => ({ kind: "picture", place })),
  ];
  const blocks = readOrder(things, size).flatMap((column) =>
    withDepths(blocksOf(column, marks.number, headings), size),
  );
  return { number: marks.number, size: { width: marks.width, height: marks.height }, source: marks.source, blocks };
}

/** First those that lines enclose, then those between level lines, then those that only white shows. */
function tablesOn(marks: PageMarks, size: number): FoundTable[] {
  const { words, rules, number } = marks;
  const { tables: ruled, others } = ruledTables(meshesOf(strokesOf(rules, size), size), words, number, size);
  const strokes = others.flatMap(({ level }) => level);
  const between = tablesBetweenRules(leftBy(ruled, words), strokes, number, size);
  const found = [...ruled, ...between];
  const obstacles = [...found.map(({ place }) => place), ...picturesOn(marks, size)];
  const lines = linesOf(leftBy(found, words));
  return [...found, ...tablesByWhite({ lines, obstacles, strokes, page: number })];
}

function leftBy(tables: readonly FoundTable[], words: readonly Word[]): Word[] {
  const taken = new Set(tables.flatMap((table) => table.words));
  return words.filter((word) => !taken.has(word));
}

const picturesOn = (marks: PageMarks, size: number): PagePlace[] =>
  marks.pictures.filter((place) => place.width > size && place.height > size && isInside(place, paper(marks), size));

const paper = ({ width, height }: PageMarks): PagePlace => ({ x: 0, y: 0, width, height });

function blocksOf(things: readonly Thing[], page: number, headings: Headings): Block[] {
  const blocks: Block[] = [];
  let lines: Line[] = [];
  const flush = (): void => {
    blocks.push(...paragraphsOf(lines).map((paragraph) => textBlockOf(paragraph, page, headings)));
    lines = [];
  };
  for (const thing of things) {
    if (thing.kind === "line") {
      lines.push(thing.line);
      continue;
    }
    flush();
    if (thing.kind === "table") blocks.push(blockOf(thing.table));
    else blocks.push({ kind: "picture", alt: "", page, place: thing.place, confidence: 1 });
  }
  flush();
  return blocks;
}
