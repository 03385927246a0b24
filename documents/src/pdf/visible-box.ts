import { type Matrix, compose, transform } from "./matrix.ts";
import { type Pdfium, floatAt } from "./pdfium.ts";

/** A box in a page's own space (points, y axis upward). */
export interface VisibleBox {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** A clipping path with more segments is no box around a form field. */
const MAX_SEGMENTS = 20;

/**
 * The box outside of which the text of a form field or another drawing is not shown: the rest of a long text that scrolls in its field.
 * Null without a clip.
 * @param toPage see `drawingToPage`. The page's own text is not asked for: programs clip it to the cells of a table although it is longer.
 */
export function visibleBoxOf(pdfium: Pdfium, object: number, toPage: Matrix): VisibleBox | null {
  const { fn } = pdfium;
  const clip = fn.FPDFPageObj_GetClipPath(object);
  const paths = clip === 0 ? 0 : fn.FPDFClipPath_CountPaths(clip);
  if (paths <= 0) return null;
  const boxes = Array.from({ length: paths }, (_, path) => boxOfPath(pdfium, clip, path, toPage));
  return boxes.reduce((all, box) => (all && box ? intersection(all, box) : (all ?? box)), null);
}

/** The mapping from the space of the drawing that contains a text to the page; null if it is the page itself. */
export function drawingToPage(pdfium: Pdfium, textPage: number, index: number, object: number): Matrix | null {
  const { fn, out } = pdfium;
  if (!fn.FPDFPageObj_GetMatrix(object, out)) return null;
  const inverse = inverted(matrixAt(pdfium));
  if (inverse === null || !fn.FPDFText_GetMatrix(textPage, index, out)) return null;
  const toPage = compose(inverse, matrixAt(pdfium));
  return isIdentity(toPage) ? null : toPage;
}

function matrixAt(pdfium: Pdfium): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = [0, 1, 2, 3, 4, 5].map((at) => floatAt(pdfium, at));
  return { a, b, c, d, e, f };
}

function inverted({ a, b, c, d, e, f }: Matrix): Matrix | null {
  const determinant = a * d - b * c;
  if (determinant === 0 || !Number.isFinite(determinant)) return null;
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  };
}

/** PDFium stores 32-bit floats. */
const isIdentity = ({ a, b, c, d, e, f }: Matrix): boolean =>
  Math.abs(a - 1) + Math.abs(b) + Math.abs(c) + Math.abs(d - 1) < 1e-3 && Math.abs(e) + Math.abs(f) < 0.1;

/** The box around a path, or around the points of its curves; null for a path that is too long or empty. */
function boxOfPath(pdfium: Pdfium, clip: number, path: number, toPage: Matrix): VisibleBox | null {
  const { fn, out } = pdfium;
  const segments = fn.FPDFClipPath_CountPathSegments(clip, path);
  if (segments < 3 || segments > MAX_SEGMENTS) return null;
  const points = Array.from({ length: segments }, (_, at) => {
    fn.FPDFPathSegment_GetPoint(fn.FPDFClipPath_GetPathSegment(clip, path, at), out, out + 4);
    return transform(toPage, { x: floatAt(pdfium, 0), y: floatAt(pdfium, 1) });
  });
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) };
}

const intersection = (a: VisibleBox, b: VisibleBox): VisibleBox => ({
  left: Math.max(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.min(a.right, b.right),
  top: Math.min(a.top, b.top),
});
