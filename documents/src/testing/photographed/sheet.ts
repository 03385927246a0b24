import { createRequire } from "node:module";
import { join, dirname } from "node:path";
import { GlobalFonts, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";
import type { Pixels } from "@precount/photos";
import type { ColumnKind } from "./contents.ts";

type FontName = "arimo" | "roboto" | "tinos" | "lato" | "cousine" | "carlito" | "dejavu" | "dejavu-mono";

/** The print style of a sheet; lengths in points. */
export interface SheetStyle {
  font: FontName;
  fontPt: number;
  rowPt: number;
  /** `full`: a grid; `levels`: lines between rows; `frame`: around the table and below the heading; `none`: no lines. */
  rulings: "full" | "levels" | "frame" | "none";
  rulePt: number;
  /** Every second row is gray. */
  isZebra: boolean;
  isLandscape: boolean;
}

export interface Sheet {
  pixels: Pixels;
  /** The table's place in pixels of the sheet. */
  table: { x: number; y: number; width: number; height: number };
}

/** A higher resolution than any photo of the sheet. */
const PIXELS_PER_POINT = 4;
const A4 = { width: 595, height: 842 };
const MARGIN = 48;

const WIDTHS: Record<ColumnKind, number> = {
  number: 4,
  code: 8,
  ean: 15,
  name: 21,
  unit: 6,
  quantity: 9,
  price: 10,
  place: 6,
  date: 11,
  note: 12,
};
const RIGHT: ReadonlySet<ColumnKind> = new Set(["number", "quantity", "price"]);

/** Draws a page with a heading, a line of text, the table and a footer. */
export function drawSheet(kinds: readonly ColumnKind[], rows: readonly string[][], style: SheetStyle): Sheet {
  const [width, height] = style.isLandscape ? [A4.height, A4.width] : [A4.width, A4.height];
  const canvas = createCanvas(width * PIXELS_PER_POINT, height * PIXELS_PER_POINT);
  const context = canvas.getContext("2d");
  context.scale(PIXELS_PER_POINT, PIXELS_PER_POINT);
  context.fillStyle = "#fbfaf6";
  context.fillRect(0, 0, width, height);
  const family = registered(style.font);
  context.fillStyle = "#1b1b1d";
  context.font = `bold ${style.fontPt * 1.5}px ${family}`;
  context.fillText("Count sheet", MARGIN, MARGIN + style.fontPt);
  context.font = `${style.fontPt}px ${family}`;
  context.fillText("Store 0412, counted on 14/11/2026 by two people", MARGIN, MARGIN + style.fontPt * 3);
  const top = MARGIN + style.fontPt * 4.6;
  const table = { x: MARGIN, y: top, width: width - 2 * MARGIN, height: rows.length * style.rowPt };
  drawTable(context, kinds, rows, style, family, table);
  context.font = `${style.fontPt * 0.85}px ${family}`;
  context.fillText("Please return this sheet to the office.", MARGIN, top + table.height + style.fontPt * 3);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const at = (length: number) => length * PIXELS_PER_POINT;
  return {
    pixels: { data: withoutAlpha(data), width: canvas.width, height: canvas.height },
    table: { x: at(table.x), y: at(table.y), width: at(table.width), height: at(table.height) },
  };
}

function drawTable(
  context: SKRSContext2D,
  kinds: readonly ColumnKind[],
  rows: readonly string[][],
  style: SheetStyle,
  family: string,
  table: Sheet["table"],
): void {
  const total = kinds.reduce((sum, kind) => sum + WIDTHS[kind], 0);
  const edges = [table.x];
  for (const kind of kinds) edges.push((edges.at(-1) ?? 0) + (WIDTHS[kind] / total) * table.width);
  const padding = style.fontPt * 0.45;
  rows.forEach((row, r) => {
    const y = table.y + r * style.rowPt;
    if (style.isZebra && r % 2 === 0) {
      context.fillStyle = "#e3e3e1";
      context.fillRect(table.x, y, table.width, style.rowPt);
    }
    context.fillStyle = "#1b1b1d";
    context.font = `${r === 0 ? "bold " : ""}${style.fontPt}px ${family}`;
    row.forEach((text, c) => {
      const isRight = RIGHT.has(kinds[c] ?? "name");
      context.textAlign = isRight ? "right" : "left";
      const x = isRight ? (edges[c + 1] ?? 0) - padding : (edges[c] ?? 0) + padding;
      context.fillText(text, x, y + style.rowPt / 2 + style.fontPt * 0.35);
    });
  });
  context.textAlign = "left";
  drawRules(context, edges, rows.length, style, table);
}

function drawRules(
  context: SKRSContext2D,
  edges: readonly number[],
  rowCount: number,
  { rulings, rulePt, rowPt }: SheetStyle,
  { x, y, width, height }: Sheet["table"],
): void {
  context.lineWidth = rulePt;
  context.strokeStyle = "#2a2a2c";
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  };
  const levels = { full: rowCount + 1, levels: rowCount + 1, frame: 2, none: 0 }[rulings];
  for (let r = 0; r < levels; r += 1) line(x, y + r * rowPt, x + width, y + r * rowPt);
  if (rulings === "frame") line(x, y + height, x + width, y + height);
  if (rulings === "full") for (const edge of edges) line(edge, y, edge, y + height);
}

const known = new Set<FontName>();

/** Registers a font in regular and bold and returns its family name. */
function registered(font: FontName): string {
  const family = `sheet-${font}`;
  if (!known.has(font)) {
    for (const file of filesOf(font)) GlobalFonts.registerFromPath(file, family);
    known.add(font);
  }
  return family;
}

function filesOf(font: FontName): string[] {
  const { resolve } = createRequire(import.meta.url);
  if (font === "dejavu" || font === "dejavu-mono") {
    const folder = join(dirname(resolve("dejavu-fonts-ttf/package.json")), "ttf");
    const name = font === "dejavu" ? "DejaVuSans" : "DejaVuSansMono";
    return [`${name}.ttf`, `${name}-Bold.ttf`].map((file) => join(folder, file));
  }
  const folder = join(dirname(resolve(`@fontsource/${font}/package.json`)), "files");
  return ["400", "700"].map((weight) => join(folder, `${font}-latin-${weight}-normal.woff2`));
}

/** Drops the alpha channel. */
export function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let i = 0, to = 0; i < rgba.length; i += 4) {
    rgb[to++] = rgba[i] ?? 0;
    rgb[to++] = rgba[i + 1] ?? 0;
    rgb[to++] = rgba[i + 2] ?? 0;
  }
  return rgb;
}
