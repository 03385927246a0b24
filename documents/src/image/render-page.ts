import type { Matrix } from "../pdf/matrix.ts";
import type { PdfPage } from "../pdf/open.ts";

/** A row-major image, three bytes R, G, B per pixel, with its resolution. */
export interface RenderedPage {
  data: Uint8Array;
  width: number;
  height: number;
  pixelsPerPoint: number;
}

const BGR = 2;
const WHITE = 0xff_ff_ff_ff;
/** FPDF_ANNOT draws annotations. FPDF_REVERSE_BYTE_ORDER writes R, G, B instead of B, G, R. */
const FLAGS = 0x01 | 0x10;

/** Renders a page as it would be printed, on white. Its long edge has at most `maxEdgePx` pixels. */
export function renderPage(page: PdfPage, dotsPerInch: number, maxEdgePx = 4000): RenderedPage {
  return renderUpright(page, { width: page.width, height: page.height, turn: null }, dotsPerInch, maxEdgePx);
}

/** The size of a page in points, and its rotation from the displayed page; null when it is not rotated. */
interface Frame {
  width: number;
  height: number;
  turn: Matrix | null;
}

/** Renders a page like renderPage, rotated to the frame in which its text is horizontal. */
export function renderUpright(page: PdfPage, frame: Frame, dotsPerInch: number, maxEdgePx = 4000): RenderedPage {
  const { fn, heaps } = page.pdfium;
  const pixelsPerPoint = Math.min(dotsPerInch / 72, maxEdgePx / Math.max(frame.width, frame.height));
  const width = Math.max(1, Math.round(frame.width * pixelsPerPoint));
  const height = Math.max(1, Math.round(frame.height * pixelsPerPoint));
  const bitmap = fn.FPDFBitmap_CreateEx(width, height, BGR, 0, 0);
  if (bitmap === 0) throw new Error(`no memory for ${width} × ${height} pixels`);
  fn.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  if (frame.turn === null) fn.FPDF_RenderPageBitmap(bitmap, page.handle, 0, 0, width, height, 0, FLAGS);
  else renderTurned(page, bitmap, frame.turn, { width, height, pixelsPerPoint });
  const start = fn.FPDFBitmap_GetBuffer(bitmap);
  const stride = fn.FPDFBitmap_GetStride(bitmap);
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride;
    data.set(heaps.HEAPU8.subarray(from, from + width * 3), row * width * 3);
  }
  fn.FPDFBitmap_Destroy(bitmap);
  return { data, width, height, pixelsPerPoint };
}

/** Renders with a matrix of six floats, and a clip of four: both are written to `out`. */
function renderTurned(
  { pdfium, handle }: PdfPage,
  bitmap: number,
  { a, b, c, d, e, f }: Matrix,
  { width, height, pixelsPerPoint }: Pick<RenderedPage, "width" | "height" | "pixelsPerPoint">,
): void {
  const { fn, heaps, out } = pdfium;
  const matrix = [a, b, c, d, e, f].map((value) => value * pixelsPerPoint);
  heaps.HEAPF32.set([...matrix, 0, 0, width, height], out >> 2);
  const clip = out + matrix.length * Float32Array.BYTES_PER_ELEMENT;
  fn.FPDF_RenderPageBitmapWithMatrix(bitmap, handle, out, clip, FLAGS);
}
