import type { PagePlace } from "@precount/domain";
import { type Band, groupIntoBands, splitAt, findColumnRun, verticalGap } from "../bands.ts";
import { median, right } from "../boxes.ts";
import { type Line, letterSize, groupIntoLines, splitLine } from "../lines.ts";
import type { Stroke } from "../rulings/strokes.ts";
import { isNumberCell } from "./numbers.ts";
import { SMALL } from "./rows.ts";
import { xInterval, type Interval } from "../intervals.ts";
import { columnGap, findColumnGaps, columnEdges } from "./columns.ts";
import { tableFromText } from "./table-from-text.ts";
import { isFilled } from "./is-filled.ts";
import { isCaption, isUnit } from "./loose-lines.ts";
import { isProse } from "./is-prose.ts";
import type { FoundTable } from "./fill-grid.ts";

/** A part of a line, or an obstacle that text flows around. */
interface Item {
  place: PagePlace;
  line?: Line;
}

/** In letter sizes: the maximum gap between rows of one table. */
const MAX_ROW_GAP = 2;
/** The minimum gap between columns of text in letter sizes, and the minimum lines with text on both sides. */
const MIN_TEXT_COLUMN_GAP = 1;
const MIN_TEXT_LINES = 3;
/** The maximum gap below a heading over several columns: in letter sizes, or relative to the gap between rows. */
const MAX_HEADING_GAP = 1.2;
const MAX_HEADING_GAP_RATIO = 1.3;
/** In letter sizes: gaps between the lines of a cell's text, typical and maximum. */
const TYPICAL_LINE_GAP = 0.32;
const MAX_LINE_GAP = 0.45;
/** The minimum gap between two tables: relative to the gaps between columns, and in letter sizes. */
const MIN_TABLE_GAP_RATIO = 3.5;
const MIN_TABLE_GAP = 4;
/** Two adjacent tables share at most this part of their row positions. */
const MAX_SHARED_ROWS = 0.75;

/** A caption with gaps after its number or before a unit has at most this many parts. */
const MAX_CAPTION_PARTS = 3;

/** The minimum share and number of the words in the right headings that the left ones repeat. */
const MIN_REPEATED_SHARE = 0.9;
const MIN_REPEATED_WORDS = 2;

export interface UnruledSearchInput {
  lines: readonly Line[];
  /** Tables found before, and pictures. */
  obstacles: readonly PagePlace[];
  strokes: readonly Stroke[];
  page: number;
}

/** Finds tables without rulings, by the gaps between their columns. */
export function findUnruledTables({ lines, obstacles, strokes, page }: UnruledSearchInput): FoundTable[] {
  const size = letterSize(lines.flatMap(({ words }) => words));
  const gap = columnGap(lines);
  // Split each line by its own space width, because the text around it may have another font.
  // Rotated text beside a table is as tall as many rows, which would be one band.
  const parts = lines
    .filter(({ words }) => words.every(({ angle }) => angle === undefined))
    .flatMap((line) => splitLine(line, (0.9 * columnGap([line])) / letterSize(line.words)))
    .map((line): Item => ({ line, place: line.place }));
  const search = new UnruledTableSearch(size, gap, strokes, page);
  search.search([...parts, ...obstacles.map((place): Item => ({ place }))]);
  return search.found;
}

class UnruledTableSearch {
  readonly found: FoundTable[] = [];
  readonly #size: number;
  readonly #gap: number;
  readonly #strokes: readonly Stroke[];
  readonly #page: number;

  constructor(size: number, gap: number, strokes: readonly Stroke[], page: number) {
    this.#size = size;
    this.#gap = gap;
    this.#strokes = strokes;
    this.#page = page;
  }

  search(items: readonly Item[]): void {
    const bands = groupIntoBands(items);
    for (let index = 0; index < bands.length;) index = this.#searchFrom(bands, index);
  }

  /** Searches from the band `start` on. Returns the index of the next band to search from. */
  #searchFrom(bands: Band<Item>[], start: number): number {
    const longest = findColumnRun(bands, start, this.#gap, MAX_ROW_GAP * this.#size);
    const run = { ...longest, end: endBeforeCaption(bands, start, longest.end, this.#size) };
    if (run.gaps.length > 0 && run.sides > 1) {
      const tables = this.#tablesIn(bands, start, trimEnd(bands, start, run.end, this.#size));
      if (tables.length > 0) {
        this.found.push(...tables);
        return Math.max(start + 1, trimEnd(bands, start, run.end, this.#size));
      }
    }
    const column = findColumnRun(bands, start, MIN_TEXT_COLUMN_GAP * this.#size);
    const text = { ...column, end: endBeforeCaption(bands, start, column.end, this.#size) };
    const widest = text.gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
    if (!widest || text.sides < MIN_TEXT_LINES) return start + 1;
    for (const part of splitAt(bands.slice(start, text.end).flat(), widest)) this.search(part);
    return text.end;
  }

  #tablesIn(bands: Band<Item>[], start: number, end: number): FoundTable[] {
    const items = bands.slice(start, end).flat();
    if (items.some(({ line }) => line === undefined)) return [];
    const tableGap = this.#gapBetweenTables(items);
    if (tableGap) {
      const tables = splitAt(items, tableGap).flatMap((part) => this.#table(part) ?? []);
      if (tables.length === 2) return tables;
    }
    const head = this.#headingsAbove(bands, start, items);
    const table = this.#table([...head, ...items]);
    return table ? [table] : [];
  }

  #table(items: readonly Item[]): FoundTable | undefined {
    const lines = regroupLines(items);
    if (lines.length < 2) return undefined;
    const table = tableFromText(lines, { strokes: this.#strokesAmong(items) }, this.#page);
    if (!table) return undefined;
    const [rows, columns] = [table.grid.ys.length - 1, table.grid.xs.length - 1];
    if (columns < 2 || rows < (columns === 2 ? 3 : 2) || isProse(lines, table.grid.xs)) return undefined;
    return isFilled(table) ? table : undefined;
  }

  /** A gap between two adjacent tables: much wider than the others, and with different rows on both sides. */
  #gapBetweenTables(items: readonly Item[]): Interval | undefined {
    const gaps = findColumnGaps(regroupLines(items), this.#gap);
    const sorted = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from));
    const [widest] = sorted;
    const others = sorted.slice(1).map(({ from, to }) => to - from);
    if (!widest || others.length < 2) return undefined;
    const width = widest.to - widest.from;
    if (width < MIN_TABLE_GAP * this.#size || width < MIN_TABLE_GAP_RATIO * median(others, 0)) return undefined;
    const [left, right] = splitAt(items, widest).map(regroupLines);
    return left && right && areTwoTables(left, right) ? widest : undefined;
  }

  /** Headings over several columns: directly above, and not only over the first column. */
  #headingsAbove(bands: Band<Item>[], start: number, items: readonly Item[]): Item[] {
    const above: Item[] = [];
    const gaps = findColumnGaps(regroupLines(items), this.#gap);
    const xs = columnEdges(gaps, xInterval(boundingBoxOfItems(items)));
    const usualGap = verticalGap(bands[start] ?? [], bands[start + 1] ?? []);
    const maxGap = Math.max(MAX_HEADING_GAP * this.#size, MAX_HEADING_GAP_RATIO * usualGap);
    for (let index = start - 1; index >= Math.max(0, start - 2); index -= 1) {
      const band = bands[index] ?? [];
      const below = bands[index + 1] ?? [];
      const fits = band.every(
        ({ line, place }) =>
          line && place.x >= (xs[0] ?? 0) - this.#size && right(place) <= (xs.at(-1) ?? 0) + this.#size,
      );
      const isBeyond = band.length > 1 || (band[0]?.place.x ?? 0) > (xs[1] ?? Infinity) - 0.5 * this.#size;
      if (!fits || !isBeyond || band.every(({ line }) => line && isLoose(line)) || verticalGap(band, below) > maxGap)
        break;
      above.unshift(...band);
    }
    return above;
  }

  #strokesAmong(items: readonly Item[]): Stroke[] {
    const { x, y, width, height } = boundingBoxOfItems(items);
    return this.#strokes.filter(
      ({ at, from, to }) => at > y && at < y + height && from > x - 3 * this.#size && to < x + width + 3 * this.#size,
    );
  }
}

/** The end of a run before the next caption, which starts another table. */
function endBeforeCaption(bands: readonly Band<Item>[], start: number, end: number, size: number): number {
  const caption = bands.slice(start + 1, end).findIndex((band, index) => {
    const words = band.flatMap(({ line }) => line?.words ?? []);
    return (
      band.length <= MAX_CAPTION_PARTS &&
      words.length > 2 &&
      isCaption({ words, place: boundingBoxOfItems(band) }) &&
      !continuesEntry(bands.slice(start, start + index + 2), size)
    );
  });
  return caption < 0 ? end : start + 1 + caption;
}

/** Whether a line is no heading of columns. */
const isLoose = (line: Line): boolean => isCaption(line) || isUnit(line);

/** Whether adjacent parts are two tables: they repeat the headings or have different rows. */
function areTwoTables(left: readonly Line[], right: readonly Line[]): boolean {
  const isLevel = (line: Line): boolean =>
    left.some(({ place }) => Math.abs(place.y - line.place.y) < 0.15 * line.place.height);
  const level = right.filter(isLevel).length;
  // Two columns of a table may share a word of their headings, such as 'Code' and 'Code of town'.
  const [headings, others] = [left, right].map(([line]) => line?.words.map(({ text }) => text) ?? []);
  const repeated = others?.filter((text) => headings?.includes(text)) ?? [];
  const isRepeated =
    repeated.length >= MIN_REPEATED_WORDS && repeated.length >= MIN_REPEATED_SHARE * (others?.length ?? 0);
  return isRepeated || level < MAX_SHARED_ROWS * right.length || level < MAX_SHARED_ROWS * left.length;
}

/** Regroups parts into complete lines. */
const regroupLines = (items: readonly Item[]): Line[] => groupIntoLines(items.flatMap(({ line }) => line?.words ?? []));

function boundingBoxOfItems(items: readonly Item[]): PagePlace {
  const [x, y] = [Math.min(...items.map(({ place }) => place.x)), Math.min(...items.map(({ place }) => place.y))];
  const end = Math.max(...items.map(({ place }) => right(place)));
  const low = Math.max(...items.map(({ place }) => place.y + place.height));
  return { x, y, width: end - x, height: low - y };
}

/** The end of the run without trailing bands of one item that do not belong to the table, such as a caption. */
function trimEnd(bands: readonly Band<Item>[], start: number, end: number, size: number): number {
  let last = end;
  while (last > start + 1) {
    const [band, above] = [bands[last - 1] ?? [], bands[last - 2] ?? []];
    const gap = verticalGap(above, band);
    const isUnder = above.some(({ place }) => Math.abs(place.x - (band[0]?.place.x ?? 0)) < 0.5 * size);
    const isRight = (band[0]?.place.x ?? 0) > (above[0]?.place.x ?? 0) + size;
    const continuesCell = (gap < TYPICAL_LINE_GAP * size && isUnder) || (gap < MAX_LINE_GAP * size && isRight);
    if (band.length > 1 || continuesCell || continuesEntry(bands.slice(start, last), size)) break;
    last -= 1;
  }
  return last;
}

/** In letter sizes: the maximum distance of the starts of two lines of a text, and the maximum extra gap between them. */
const MAX_START_DISTANCE = 0.5;
const MAX_GAP_DIFFERENCE = 0.1;

/**
 * Whether the last band has only the rest of a text above it that is not in the first column. It is as near as the rows are to each
 * other, and it starts with a small letter or did not fit above.
 */
function continuesEntry(bands: readonly Band<Item>[], size: number): boolean {
  const [part, ...others] = bands.at(-1) ?? [];
  const rows = bands.slice(0, -1);
  const above = rows.at(-1);
  if (!part?.line || others.length > 0 || rows.length < 2 || !above || isNumberCell(part.line.words)) return false;
  const isAligned = ({ place }: Item): boolean => Math.abs(place.x - part.place.x) < MAX_START_DISTANCE * size;
  const upper = above.find(isAligned);
  if (!upper || (upper === above[0] && !continuesEntry(rows, size))) return false;
  const gaps = rows.slice(1).map((row, index) => verticalGap(rows[index] ?? row, row));
  if (verticalGap(above, [part]) > median(gaps, 0) + MAX_GAP_DIFFERENCE * size) return false;
  const end = Math.max(
    ...rows
      .flat()
      .filter(isAligned)
      .map(({ place }) => right(place)),
  );
  const [first] = part.line.words;
  return SMALL.test(first?.text ?? "") || right(upper.place) + 1.2 * (first?.place.width ?? 0) > end;
}
