import type { PagePlace } from "@precount/domain";
import { type Band, bandsOf, partAt, runFrom, whiteBetween } from "../bands.ts";
import { median, right } from "../boxes.ts";
import { type Line, letterSize, linesOf, splitLine } from "../lines.ts";
import type { Stroke } from "../rules/straight.ts";
import { acrossOf, type Stretch } from "../stretches.ts";
import { columnGap, columnGapsOf, edgesAt } from "./columns.ts";
import { tableFromText } from "./from-text.ts";
import { isProse } from "./prose.ts";
import type { FoundTable } from "./table.ts";

/** A piece of a line, or something that text goes around. */
interface Thing {
  place: PagePlace;
  line?: Line;
}

/** In letter sizes: rows of one table have no more white between them. */
const MOST_WHITE = 2;
/** White that parts columns of text is at least so wide, and has text on both sides in so many lines. */
const TEXT_GAP = 1;
const FEWEST_LINES = 3;
/** Headings over several columns stand so near above the first row, in letter sizes, or in the white that rows have here. */
const HEADING_WHITE = 1.2;
const MORE_THAN_USUAL = 1.3;
/** In letter sizes: white between the lines of a cell's text, surely and at most. */
const TEXT_WHITE = 0.32;
const FARTHEST_TEXT_WHITE = 0.45;
/** Between two tables there is so much more white than between the columns of one, and so much at least. */
const APART = 3.5;
const FARTHEST = 4;
/** Of their rows, so few stand level with one of the other table's. */
const OWN_ROWS = 0.75;

export interface WhiteSearch {
  lines: readonly Line[];
  /** Tables already found, and pictures. */
  obstacles: readonly PagePlace[];
  strokes: readonly Stroke[];
  page: number;
}

/** Tables that show by the white between their columns alone. */
export function tablesByWhite({ lines, obstacles, strokes, page }: WhiteSearch): FoundTable[] {
  const size = letterSize(lines.flatMap(({ words }) => words));
  const gap = columnGap(lines);
  // Each by its own spaces: text of another font may stand around.
  const pieces = lines
    .flatMap((line) => splitLine(line, (0.9 * columnGap([line])) / letterSize(line.words)))
    .map((line): Thing => ({ line, place: line.place }));
  const search = new Search(size, gap, strokes, page);
  search.look([...pieces, ...obstacles.map((place): Thing => ({ place }))]);
  return search.found;
}

class Search {
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

  look(things: readonly Thing[]): void {
    const bands = bandsOf(things);
    for (let index = 0; index < bands.length;) index = this.#lookFrom(bands, index);
  }

  /** Answers where to look next. */
  #lookFrom(bands: Band<Thing>[], start: number): number {
    const run = runFrom(bands, start, this.#gap, MOST_WHITE * this.#size);
    if (run.gaps.length > 0 && run.sides > 1) {
      const tables = this.#tablesIn(bands, start, trimmed(bands, start, run.end, this.#size));
      if (tables.length > 0) {
        this.found.push(...tables);
        return Math.max(start + 1, trimmed(bands, start, run.end, this.#size));
      }
    }
    const text = runFrom(bands, start, TEXT_GAP * this.#size);
    const widest = text.gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
    if (!widest || text.sides < FEWEST_LINES) return start + 1;
    for (const column of partAt(bands.slice(start, text.end).flat(), widest)) this.look(column);
    return text.end;
  }

  #tablesIn(bands: Band<Thing>[], start: number, end: number): FoundTable[] {
    const things = bands.slice(start, end).flat();
    if (things.some(({ line }) => line === undefined)) return [];
    const apart = this.#gapBetweenTables(things);
    if (apart) {
      const tables = partAt(things, apart).flatMap((part) => this.#table(part) ?? []);
      if (tables.length === 2) return tables;
    }
    const head = this.#headingsAbove(bands, start, things);
    const table = this.#table([...head, ...things]);
    return table ? [table] : [];
  }

  #table(things: readonly Thing[]): FoundTable | undefined {
    const lines = linesAgain(things);
    if (lines.length < 2) return undefined;
    const table = tableFromText(lines, { strokes: this.#strokesAmong(things) }, this.#page);
    if (!table) return undefined;
    const [rows, columns] = [table.grid.ys.length - 1, table.grid.xs.length - 1];
    if (columns < 2 || rows < (columns === 2 ? 3 : 2) || isProse(lines, table.grid.xs)) return undefined;
    return table;
  }

  /** White so much wider than the rest, with rows of their own on both sides, that two tables stand beside each other. */
  #gapBetweenTables(things: readonly Thing[]): Stretch | undefined {
    const gaps = columnGapsOf(linesAgain(things), this.#gap);
    const sorted = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from));
    const [widest] = sorted;
    const others = sorted.slice(1).map(({ from, to }) => to - from);
    if (!widest || others.length < 2) return undefined;
    const width = widest.to - widest.from;
    if (width < FARTHEST * this.#size || width < APART * median(others, 0)) return undefined;
    const [left, right] = partAt(things, widest).map(linesAgain);
    return left && right && areTwo(left, right) ? widest : undefined;
  }

  /** Headings over several columns: pieces right above, beyond the first column or several beside each other. */
  #headingsAbove(bands: Band<Thing>[], start: number, things: readonly Thing[]): Thing[] {
    const above: Thing[] = [];
    const gaps = columnGapsOf(linesAgain(things), this.#gap);
    const xs = edgesAt(gaps, acrossOf(placeAround(things)));
    const usual = whiteBetween(bands[start] ?? [], bands[start + 1] ?? []);
    const most = Math.max(HEADING_WHITE * this.#size, MORE_THAN_USUAL * usual);
    for (let index = start - 1; index >= Math.max(0, start - 2); index -= 1) {
      const band = bands[index] ?? [];
      const below = bands[index + 1] ?? [];
      const fits = band.every(
        ({ line, place }) =>
          line && place.x >= (xs[0] ?? 0) - this.#size && right(place) <= (xs.at(-1) ?? 0) + this.#size,
      );
      const isBeyond = band.length > 1 || (band[0]?.place.x ?? 0) > (xs[1] ?? Infinity) - 0.5 * this.#size;
      if (!fits || !isBeyond || whiteBetween(band, below) > most) break;
      above.unshift(...band);
    }
    return above;
  }

  #strokesAmong(things: readonly Thing[]): Stroke[] {
    const { x, y, width, height } = placeAround(things);
    return this.#strokes.filter(
      ({ at, from, to }) => at > y && at < y + height && from > x - 3 * this.#size && to < x + width + 3 * this.#size,
    );
  }
}

/** Whether what stands beside each other has rows or headings of its own. */
function areTwo(left: readonly Line[], right: readonly Line[]): boolean {
  const isLevel = (line: Line): boolean =>
    left.some(({ place }) => Math.abs(place.y - line.place.y) < 0.15 * line.place.height);
  const level = right.filter(isLevel).length;
  const headings = new Set(left[0]?.words.map(({ text }) => text));
  const isRepeated = right[0]?.words.some(({ text }) => headings.has(text)) ?? false;
  return isRepeated || level < OWN_ROWS * right.length || level < OWN_ROWS * left.length;
}

/** Pieces as whole lines. */
const linesAgain = (things: readonly Thing[]): Line[] => linesOf(things.flatMap(({ line }) => line?.words ?? []));

function placeAround(things: readonly Thing[]): PagePlace {
  const [x, y] = [Math.min(...things.map(({ place }) => place.x)), Math.min(...things.map(({ place }) => place.y))];
  const end = Math.max(...things.map(({ place }) => right(place)));
  const low = Math.max(...things.map(({ place }) => place.y + place.height));
  return { x, y, width: end - x, height: low - y };
}

/** Where the run ends without bands of one piece that only happen to stand below, such as a caption. */
function trimmed(bands: readonly Band<Thing>[], start: number, end: number, size: number): number {
  let last = end;
  while (last > start + 1) {
    const [band, above] = [bands[last - 1] ?? [], bands[last - 2] ?? []];
    const white = whiteBetween(above, band);
    const isUnder = above.some(({ place }) => Math.abs(place.x - (band[0]?.place.x ?? 0)) < 0.5 * size);
    const isRight = (band[0]?.place.x ?? 0) > (above[0]?.place.x ?? 0) + size;
    const goesOn = (white < TEXT_WHITE * size && isUnder) || (white < FARTHEST_TEXT_WHITE * size && isRight);
    if (band.length > 1 || goesOn) break;
    last -= 1;
  }
  return last;
}
