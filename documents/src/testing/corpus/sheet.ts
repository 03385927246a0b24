import type { PagePlace } from "@precount/domain";
import { widthOf, wrap } from "./fonts.ts";
import type { DrawnPage, Face, Lettering, Mark, TextMark } from "./marks.ts";
import { boxOf, rulesOf, textOf } from "./table-marks.ts";
import { type PlacedCell, type TableSpec, basisOf, layTable } from "./table-spec.ts";
import type { TrueCell, TrueTable } from "./truth.ts";

export interface SheetOptions {
  width?: number;
  height?: number;
  margin?: number;
  face?: Face;
  size?: number;
  lettering?: Lettering;
  /** The header of every page by page number. */
  header?: (page: number) => string;
  footer?: (page: number) => string;
}

interface Writing {
  face?: Face;
  size?: number;
  spacing?: number;
}

/** A document that is written from top to bottom and records its own truth. */
export class Sheet {
  readonly pages: DrawnPage[] = [];
  readonly tables: TrueTable[] = [];
  readonly lines: string[] = [];
  readonly margin: number;
  /** The position of the next item, in points from the page's top. */
  y = 0;
  readonly #options: SheetOptions;
  readonly #face: Face;
  readonly #size: number;

  constructor(options: SheetOptions = {}) {
    this.#options = options;
    this.margin = options.margin ?? 50;
    this.#face = options.face ?? "Helvetica";
    this.#size = options.size ?? 10;
    this.newPage();
  }

  get width(): number {
    return this.#options.width ?? 595;
  }
  get height(): number {
    return this.#options.height ?? 842;
  }
  get #bottom(): number {
    return this.height - this.margin - (this.#options.footer ? 20 : 0);
  }
  get #marks(): Mark[] {
    return this.pages.at(-1)?.marks ?? [];
  }

  newPage(): void {
    this.#writeFooter();
    this.pages.push({ width: this.width, height: this.height, marks: [] });
    this.y = this.margin;
    const header = this.#options.header?.(this.pages.length);
    if (header === undefined) return;
    this.#write(header, this.margin, this.margin - 14, { size: 8 });
    this.lines.push(header);
  }

  /** Call after the last item. */
  finish(): this {
    this.#writeFooter();
    return this;
  }

  heading(text: string, size = 15): this {
    this.#need(size * 1.6);
    this.line(text, { size, face: this.#face.startsWith("DejaVuSans") ? "DejaVuSans-Bold" : "Helvetica-Bold" });
    return this.skip(size * 0.5);
  }

  /** One line that must fit. */
  line(text: string, writing: Writing = {}): this {
    const size = writing.size ?? this.#size;
    this.#need(size * 1.3);
    this.#write(text, this.margin, this.y, writing);
    this.lines.push(text);
    return this.skip(size * 1.3);
  }

  paragraph(text: string, writing: Writing = {}): this {
    const size = writing.size ?? this.#size;
    for (const line of wrap(text, writing.face ?? this.#face, size, this.width - 2 * this.margin))
      this.line(line, writing);
    return this.skip(size * 0.7);
  }

  /** Columns of text, in reading order. */
  columns(texts: readonly string[], gap = 22): this {
    const width = (this.width - 2 * this.margin - gap * (texts.length - 1)) / texts.length;
    const columns = texts.map((text) => wrap(text, this.#face, this.#size, width));
    this.#need(Math.max(...columns.map((lines) => lines.length)) * this.#size * 1.3);
    const top = this.y;
    const ends = columns.map((lines, at) => {
      let y = top;
      for (const line of lines) {
        this.#write(line, this.margin + at * (width + gap), y, {});
        this.lines.push(line);
        y += this.#size * 1.3;
      }
      return y;
    });
    this.y = Math.max(...ends) + this.#size * 0.7;
    return this;
  }

  items(texts: readonly string[], marker: (at: number) => string): this {
    for (const [at, text] of texts.entries()) this.line(`${marker(at)} ${text}`);
    return this.skip(this.#size * 0.7);
  }

  skip(points: number): this {
    this.y += points;
    return this;
  }

  table(spec: TableSpec, x = this.margin): this {
    this.tables.push({ basis: basisOf(spec.style.rules), cells: this.#drawTable(spec, x) });
    return this.skip(spec.style.size * 1.4 + 4);
  }

  /** Adjacent tables from the left, which must fit on the page. */
  tables2(left: TableSpec, right: TableSpec, gap: number): this {
    const top = this.y;
    this.table(left);
    const leftBottom = this.y;
    this.y = top;
    this.table(right, this.margin + layTable(left).columnWidths.reduce((sum, width) => sum + width, 0) + gap);
    this.y = Math.max(this.y, leftBottom);
    return this;
  }

  #need(points: number): void {
    if (this.y + points > this.#bottom) this.newPage();
  }

  #writeFooter(): void {
    const footer = this.pages.length > 0 ? this.#options.footer?.(this.pages.length) : undefined;
    if (footer === undefined) return;
    const x = (this.width - widthOf(footer, this.#face, 8)) / 2;
    this.#write(footer, x, this.height - this.margin, { size: 8 });
    this.lines.push(footer);
  }

  #write(text: string, x: number, top: number, { face, size, spacing = 0 }: Writing): void {
    const points = size ?? this.#size;
    const lettering = this.#options.lettering ?? "whole";
    this.#marks.push({
      kind: "text",
      x,
      y: top + points * 0.95,
      text,
      face: face ?? this.#face,
      size: points,
      spacing,
      lettering,
    });
  }

  #drawTable(spec: TableSpec, x: number): TrueCell[] {
    const laid = layTable(spec);
    const heads = Array.from({ length: laid.headRows }, (_, row) => row);
    const heightOf = (rows: number[]): number => rows.reduce((sum, row) => sum + (laid.rowHeights[row] ?? 0), 0);
    const truth: TrueCell[] = [];
    let rows: number[] = [];
    const flush = (): void => {
      const part = { laid, style: spec.style, rows, x, y: this.y };
      this.#marks.push(...rulesOf(part));
      for (const cell of laid.cells.filter(({ row }) => rows.includes(row))) {
        const text = textOf(part, cell);
        this.#marks.push(...text);
        const isRepeated = truth.some(({ row, column }) => row === cell.row && column === cell.column);
        if (!isRepeated) truth.push(trueCell(cell, this.pages.length, boxOf(part, cell), text));
      }
      this.y += heightOf(rows);
    };
    for (const group of rowGroups(laid.cells, laid.rowHeights.length)) {
      if (this.y + heightOf([...rows, ...group]) > this.#bottom) {
        // Keep the header with the first row.
        if (rows.length > laid.headRows) {
          flush();
          rows = [...heads];
        }
        this.newPage();
      }
      rows.push(...group);
    }
    flush();
    return truth;
  }
}

/** Groups rows that a merged cell joins; other rows are alone. */
function rowGroups(cells: PlacedCell[], count: number): number[][] {
  const groups: number[][] = [];
  let end = 0;
  for (let row = 0; row < count; row++) {
    if (row >= end) groups.push([]);
    groups.at(-1)?.push(row);
    for (const cell of cells.filter((one) => one.row === row)) end = Math.max(end, row + cell.rowSpan);
  }
  return groups;
}

function trueCell(cell: PlacedCell, page: number, box: PagePlace, marks: TextMark[]): TrueCell {
  const { row, column, rowSpan, columnSpan } = cell;
  const text = cell.lines.join(" ").trim();
  return { page, row, column, rowSpan, columnSpan, text, textPlace: text === "" ? null : around(marks), box };
}

function around(marks: TextMark[]): PagePlace {
  const places = marks.map(({ x, y, text, face, size, spacing }) => ({
    x,
    top: y - size * 0.75,
    right: x + widthOf(text, face, size, spacing),
    bottom: y + size * 0.2,
  }));
  const x = Math.min(...places.map((place) => place.x));
  const y = Math.min(...places.map(({ top }) => top));
  const right = Math.max(...places.map((place) => place.right));
  return { x, y, width: right - x, height: Math.max(...places.map(({ bottom }) => bottom)) - y };
}
