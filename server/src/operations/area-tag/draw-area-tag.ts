import type { Box, AreaTagLayout } from "./area-tag-layout.ts";
import { type CodeModules, QUIET_MODULES } from "./code-modules.ts";
import { charactersOf, wordsAsPrinted } from "./name-line.ts";

type Pdf = PDFKit.PDFDocument;

/** Points (1/72 inch) per millimeter. */
export const POINTS_PER_MM = 72 / 25.4;
export const NUMBER_FONT = "number";
export const NAME_FONT = "name";

/** The height of a digit in DejaVu Sans Bold, relative to the font size. */
const DIGIT_HEIGHT = 0.73;
/** The distance of the baseline from the top of the line, relative to the font size. */
const BASELINE = 0.93;

export interface AreaTagContents {
  number: number;
  /** In printable form. */
  eventName: string;
  qr: CodeModules;
  code128: CodeModules;
}

/** Draws a tag into a document whose unit is the millimeter, with its upper left corner at 0, 0. */
export function drawAreaTag(pdf: Pdf, layout: AreaTagLayout, contents: AreaTagContents): void {
  drawNumber(pdf, layout.number, String(contents.number));
  drawCode(pdf, layout.qr, contents.qr, { x: QUIET_MODULES.qr, y: QUIET_MODULES.qr });
  if (layout.code128) drawCode(pdf, layout.code128, contents.code128, { x: QUIET_MODULES.code128, y: 0 });
  drawName(pdf, layout.name, contents.eventName);
}

/**
 * Draws a code as one path, because separate shapes can show hairlines between modules in print. Adjacent modules of a row become one
 * rectangle.
 */
function drawCode(pdf: Pdf, box: Box & { moduleMm: number }, code: CodeModules, quiet: { x: number; y: number }): void {
  const { moduleMm } = box;
  const rowMm = code.rows === 1 ? box.height : moduleMm;
  for (let row = 0; row < code.rows; row += 1) {
    for (let column = 0; column < code.columns; column += 1) {
      if (!code.isDark(column, row)) continue;
      const from = column;
      while (column + 1 < code.columns && code.isDark(column + 1, row)) column += 1;
      const y = box.y + quiet.y * moduleMm + row * rowMm;
      pdf.rect(box.x + (quiet.x + from) * moduleMm, y, (column - from + 1) * moduleMm, rowMm);
    }
  }
  pdf.fill("black");
}

/** Draws the number as large as possible, centered in its box. */
function drawNumber(pdf: Pdf, box: Box, text: string): void {
  pdf.font(NUMBER_FONT).fontSize(1);
  const width = pdf.widthOfString(text);
  const size = Math.min((box.width * 0.94) / width, (box.height * 0.86) / DIGIT_HEIGHT);
  const x = box.x + (box.width - width * size) / 2;
  const y = box.y + (box.height + size * DIGIT_HEIGHT) / 2;
  pdf.fontSize(size).fillColor("black").text(text, x, y, { lineBreak: false, baseline: "alphabetic" });
}

/** Draws the name on one line; a long name is cut and ends with an ellipsis. */
function drawName(pdf: Pdf, box: Box, name: string): void {
  const size = box.height * 0.8;
  pdf.font(NAME_FONT).fontSize(size).fillColor("black");
  const widthOf = (text: string) => wordsAsPrinted(text).reduce((sum, word) => sum + pdf.widthOfString(word), 0);
  const text = shortened(name, (candidate) => widthOf(candidate) <= box.width);
  let x = box.x + Math.max(0, (box.width - widthOf(text)) / 2);
  for (const word of wordsAsPrinted(text)) {
    pdf.text(word, x, box.y + size * BASELINE, { lineBreak: false, baseline: "alphabetic" });
    x += pdf.widthOfString(word);
  }
}

/** The longest beginning that fits, found by binary search, because measuring long names is slow. */
function shortened(text: string, fits: (candidate: string) => boolean): string {
  if (fits(text)) return text;
  const characters = charactersOf(text);
  const cut = (count: number) => `${characters.slice(0, count).join("").trimEnd()}…`;
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(cut(middle))) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
