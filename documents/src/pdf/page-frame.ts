import type { Matrix } from "./matrix.ts";
import { type Pdfium, floatAt } from "./pdfium.ts";

/** A page's displayed size, and the mapping from its own space (y axis upward) to the displayed page (downward), in points. */
export interface PageFrame {
  width: number;
  height: number;
  toUpright: Matrix;
}

/** The frame of an open page: its crop box, rotated by its /Rotate. */
export function pageFrame(pdfium: Pdfium, page: number): PageFrame {
  const { fn, out } = pdfium;
  fn.FPDF_GetPageBoundingBox(page, out);
  const [left, top, right, bottom] = [floatAt(pdfium, 0), floatAt(pdfium, 1), floatAt(pdfium, 2), floatAt(pdfium, 3)];
  const [width, height] = [right - left, top - bottom];
  // The rotation is in steps of 90°, clockwise.
  switch (fn.FPDFPage_GetRotation(page)) {
    case 1:
      return { width: height, height: width, toUpright: { a: 0, b: 1, c: 1, d: 0, e: -bottom, f: -left } };
    case 2:
      return { width, height, toUpright: { a: -1, b: 0, c: 0, d: 1, e: right, f: -bottom } };
    case 3:
      return { width: height, height: width, toUpright: { a: 0, b: -1, c: -1, d: 0, e: top, f: right } };
    default:
      return { width, height, toUpright: { a: 1, b: 0, c: 0, d: -1, e: -left, f: top } };
  }
}
