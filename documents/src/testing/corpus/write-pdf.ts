import { buffer } from "node:stream/consumers";
import Pdf from "pdfkit";
import type { Random } from "../random.ts";
import { fontOf, widthOf } from "./fonts.ts";
import type { DrawnPage, LineMark, Mark, TextMark } from "./marks.ts";

type Turn = 0 | 90 | 180 | 270;

export interface PdfOptions {
  /** The rotation of the drawing on the page, clockwise. */
  turn?: Turn;
  /** The page's /Rotate. A viewer shows the page upright when the two rotations cancel. */
  rotate?: Turn;
  /** The page's lower left corner, if not 0, 0. */
  origin?: [number, number];
  /** Whether text and lines are in random order. */
  isShuffled?: boolean;
}

/** Writes pages as a PDF with a text layer. */
export function writePdf(pages: DrawnPage[], random: Random, options: PdfOptions = {}): Promise<Uint8Array> {
  const doc = new Pdf({ autoFirstPage: false, info: { CreationDate: new Date(0) } });
  const bytes = buffer(doc);
  for (const page of pages) {
    startPage(doc, page, options);
    const inOrder = page.marks.flatMap((mark): Mark[] => (mark.kind === "text" ? lettered(mark, random) : [mark]));
    const fills = inOrder.filter((mark) => mark.kind === "box" && mark.fill !== null);
    const others = inOrder.filter((mark) => !fills.includes(mark));
    const marks = options.isShuffled ? [...fills, ...random.shuffle(others)] : inOrder;
    for (const mark of marks) draw(doc, mark);
  }
  doc.end();
  return bytes;
}

function startPage(doc: PDFKit.PDFDocument, { width, height }: DrawnPage, options: PdfOptions): void {
  const { turn = 0, rotate = 0, origin = [0, 0] } = options;
  const isSideways = turn === 90 || turn === 270;
  const [paperWidth, paperHeight] = isSideways ? [height, width] : [width, height];
  doc.addPage({ size: [paperWidth, paperHeight], margin: 0 });
  const dictionary: Record<string, unknown> = doc.page.dictionary.data;
  if (rotate !== 0) dictionary["Rotate"] = rotate;
  const [left, bottom] = origin;
  dictionary["MediaBox"] = [left, bottom, left + paperWidth, bottom + paperHeight];
  // pdfkit has already flipped the y axis, so vertical offsets are negated.
  doc.translate(left, -bottom);
  if (turn === 90) doc.transform(0, 1, -1, 0, height, 0);
  if (turn === 180) doc.transform(-1, 0, 0, -1, width, height);
  if (turn === 270) doc.transform(0, -1, 1, 0, 0, width);
}

/** Splits a text into the runs in which it is written. */
function lettered(mark: TextMark, random: Random): TextMark[] {
  if (mark.lettering === "whole") return [mark];
  const letters = Array.from(mark.text);
  const pieces: TextMark[] = [];
  let before = "";
  while (letters.length > 0) {
    const piece = letters.splice(0, mark.lettering === "glyphs" ? 1 : random.int(1, 7)).join("");
    // Measure from the end, so that kerned letters have the same positions as in the whole text.
    const x =
      mark.x +
      widthOf(before + piece, mark.face, mark.size, mark.spacing) -
      widthOf(piece, mark.face, mark.size, mark.spacing);
    if (piece !== " ") pieces.push({ ...mark, x, text: piece });
    before += piece;
  }
  return pieces;
}

function draw(doc: PDFKit.PDFDocument, mark: Mark): void {
  if (mark.kind === "line") return drawLine(doc, mark);
  if (mark.kind === "box") {
    const { x, y, width, height, fill, stroke } = mark;
    if (fill !== null) doc.rect(x, y, width, height).fill(fill);
    if (stroke !== null) doc.lineWidth(stroke).rect(x, y, width, height).stroke("#000000");
    return;
  }
  const { x, y, text, face, size, spacing } = mark;
  doc.font(fontOf(face)).fontSize(size).fillColor("#000000");
  doc.text(text, x, y, { lineBreak: false, characterSpacing: spacing, baseline: "alphabetic" });
}

function drawLine(doc: PDFKit.PDFDocument, { x1, y1, x2, y2, width, how }: LineMark): void {
  if (how === "filled") {
    doc.rect(x1 - width / 2, y1 - width / 2, x2 - x1 + width, y2 - y1 + width).fill("#000000");
    return;
  }
  doc.lineWidth(width).moveTo(x1, y1).lineTo(x2, y2);
  if (how === "dashed") doc.dash(2, { space: 2 });
  doc.stroke("#000000");
  doc.undash();
}
