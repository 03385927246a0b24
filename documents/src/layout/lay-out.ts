import type { Block, DocumentPage, PagePlace } from "@precount/domain";
import { paragraphsOf, textBlockOf } from "./blocks/paragraphs.ts";
import { isInside } from "./boxes.ts";
import { type Line, letterSize, linesOf, splitLine } from "./lines.ts";
import type { PageMarks } from "./marks.ts";
import { readOrder } from "./order/read-order.ts";
import { meshesOf } from "./rules/meshes.ts";
import { strokesOf } from "./rules/straight.ts";
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
  return pages.map(layOutPage);
}

function layOutPage(marks: PageMarks): DocumentPage {
  const size = letterSize(marks.words);
  const meshes = meshesOf(strokesOf(marks.rules, size), size);
  const { tables } = ruledTables(meshes, marks.words, marks.number, size);
  const taken = new Set(tables.flatMap((table) => table.words));
  const lines = linesOf(marks.words.filter((word) => !taken.has(word))).flatMap((line) =>
    splitLine(line, LINE_GAP * size),
  );
  const things: Thing[] = [
    ...lines.map((line): Thing => ({ kind: "line", line, place: line.place })),
    ...tables.map((table): Thing => ({ kind: "table", table, place: table.place })),
    ...marks.pictures
      .filter((place) => place.width > size && place.height > size && isInside(place, paper(marks), size))
      .map((place): Thing => ({ kind: "picture", place })),
  ];
  const blocks = readOrder(things, size).flatMap((column) => blocksOf(column, marks.number));
  return { number: marks.number, size: { width: marks.width, height: marks.height }, source: marks.source, blocks };
}

const paper = ({ width, height }: PageMarks): PagePlace => ({ x: 0, y: 0, width, height });

function blocksOf(things: readonly Thing[], page: number): Block[] {
  const blocks: Block[] = [];
  let lines: Line[] = [];
  const flush = (): void => {
    blocks.push(...paragraphsOf(lines).map((paragraph) => textBlockOf(paragraph, page)));
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
