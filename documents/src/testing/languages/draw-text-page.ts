import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GlobalFonts, createCanvas } from "@napi-rs/canvas";
import { type Sheet, withoutAlpha } from "../photographed/sheet.ts";

export type TextFont = "arimo" | "roboto" | "dejavu" | "tinos" | "lato" | "cousine" | "carlito";

const PIXELS_PER_POINT = 4;
const A4 = { width: 595, height: 842 };
const MARGIN_PT = 52;
const LINE_SPACING = 1.55;
/** Where the cells of a line start, as shares of the text's width: of two cells, and of more. */
const TWO_CELLS = [0, 0.72];
const MORE_CELLS = [0, 0.2, 0.36, 0.54, 0.76];

/** Draws lines of text on an A4 page. `|` separates the cells of a line. */
export function drawTextPage(lines: readonly string[], font: TextFont, fontPt: number): Sheet {
  const canvas = createCanvas(A4.width * PIXELS_PER_POINT, A4.height * PIXELS_PER_POINT);
  const context = canvas.getContext("2d");
  context.scale(PIXELS_PER_POINT, PIXELS_PER_POINT);
  context.fillStyle = "#fbfaf6";
  context.fillRect(0, 0, A4.width, A4.height);
  context.fillStyle = "#1b1b1d";
  context.font = `${fontPt}px ${registered(font).join(", ")}`;
  const width = A4.width - 2 * MARGIN_PT;
  lines.forEach((line, row) => {
    const cells = line.split("|");
    const starts = cells.length > TWO_CELLS.length ? MORE_CELLS : TWO_CELLS;
    cells.forEach((cell, at) => {
      const x = MARGIN_PT + (starts[at] ?? 0) * width;
      context.fillText(cell, x, MARGIN_PT + (row + 1) * fontPt * LINE_SPACING);
    });
  });
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const part = { x: MARGIN_PT, y: MARGIN_PT, width, height: (lines.length + 1) * fontPt * LINE_SPACING };
  const table = {
    x: part.x * PIXELS_PER_POINT,
    y: part.y * PIXELS_PER_POINT,
    width: part.width * PIXELS_PER_POINT,
    height: part.height * PIXELS_PER_POINT,
  };
  return { pixels: { data: withoutAlpha(data), width: canvas.width, height: canvas.height }, table };
}

const known = new Set<string>();

/** Registers a font's files and returns their family names; the first that has a letter draws it. */
function registered(font: TextFont): string[] {
  return filesOf(font).map((file, at) => {
    const family = `text-${font}-${at}`;
    if (!known.has(family)) GlobalFonts.registerFromPath(file, family);
    known.add(family);
    return family;
  });
}

/** Fontsource splits a family into files by Unicode range. */
function filesOf(font: TextFont): string[] {
  const { resolve } = createRequire(import.meta.url);
  if (font === "dejavu") return [join(dirname(resolve("dejavu-fonts-ttf/package.json")), "ttf", "DejaVuSans.ttf")];
  const folder = join(dirname(resolve(`@fontsource/${font}/package.json`)), "files");
  return ["latin", "latin-ext"].map((range) => join(folder, `${font}-${range}-400-normal.woff2`));
}
