import type { PagePlace } from "@precount/domain";
import type { Ruling } from "../layout/page-content.ts";
import { type Matrix, type Point, compose, transform } from "./matrix.ts";
import type { PdfPage } from "./open.ts";
import { type Pdfium, floatAt, intAt } from "./pdfium.ts";
import { type Path, figureOfPath, rulingsOfPath } from "./path-rulings.ts";

/** PDFium's types of page objects. */
const PATH = 2;
const IMAGE = 3;
const FORM = 5;
/** The maximum nesting of forms; deeper pages are hostile. */
const MAX_DEPTH = 12;
/** With more lines, a drawing is a picture and contains no visible table. */
const MAX_RULINGS = 20_000;
/** Drawn letters are some thousand shapes on a page. More shapes are no text, and recognizing them would take minutes. */
export const MAX_SHAPES = 20_000;

const LINE_TO = 0;
const BEZIER_TO = 1;
const MOVE_TO = 2;

export interface Drawings {
  rulings: Ruling[];
  pictures: PagePlace[];
  /** The places of shapes that are neither boxes nor lines. */
  figures: PagePlace[];
  /** The number of shapes, including lines. */
  shapes: number;
}

/** Reads the lines drawn on a page and the places of its pictures, in points of the upright page. */
export function readDrawings({ pdfium, handle }: PdfPage, toUpright: Matrix): Drawings {
  const found: Drawings = { rulings: [], pictures: [], figures: [], shapes: 0 };
  const { fn } = pdfium;
  const count = fn.FPDFPage_CountObjects(handle);
  for (let index = 0; index < count && isBounded(found); index += 1) {
    readObject(pdfium, fn.FPDFPage_GetObject(handle, index), toUpright, found, 0);
  }
  return found;
}

const isBounded = ({ rulings, shapes }: Drawings): boolean => rulings.length < MAX_RULINGS && shapes < MAX_SHAPES;

function readObject(pdfium: Pdfium, object: number, space: Matrix, found: Drawings, depth: number): void {
  const { fn } = pdfium;
  switch (fn.FPDFPageObj_GetType(object)) {
    case PATH: {
      found.shapes += 1;
      const path = readPath(pdfium, object, space);
      // One path can have more lines than a call can have arguments.
      found.rulings.push(...rulingsOfPath(path).slice(0, MAX_RULINGS));
      const figure = figureOfPath(path);
      if (figure) found.figures.push(figure);
      break;
    }
    case IMAGE: {
      const place = placeOfImage(pdfium, object, space);
      if (isLine(place))
        found.rulings.push(...rulingsOfPath({ ...lineAlong(place), isStroked: true, isFilled: false }));
      else found.pictures.push(place);
      break;
    }
    case FORM: {
      if (depth >= MAX_DEPTH) break;
      const inside = compose(matrixOf(pdfium, object), space);
      const count = fn.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count && isBounded(found); index += 1) {
        readObject(pdfium, fn.FPDFFormObj_GetObject(object, index), inside, found, depth + 1);
      }
      break;
    }
    default:
  }
}

function matrixOf(pdfium: Pdfium, object: number): Matrix {
  pdfium.fn.FPDFPageObj_GetMatrix(object, pdfium.out);
  const at = (index: number): number => floatAt(pdfium, index);
  return { a: at(0), b: at(1), c: at(2), d: at(3), e: at(4), f: at(5) };
}

function readPath(pdfium: Pdfium, object: number, space: Matrix): Path {
  const { fn, out } = pdfium;
  const matrix = compose(matrixOf(pdfium, object), space);
  fn.FPDFPath_GetDrawMode(object, out, out + 4);
  const [isFilled, isStroked] = [intAt(pdfium, 0) !== 0, intAt(pdfium, 1) !== 0];
  const parts: Point[][] = [];
  const count = fn.FPDFPath_CountSegments(object);
  for (let index = 0; index < count; index += 1) {
    const segment = fn.FPDFPath_GetPathSegment(object, index);
    const type = fn.FPDFPathSegment_GetType(segment);
    fn.FPDFPathSegment_GetPoint(segment, out, out + 4);
    const point = transform(matrix, { x: floatAt(pdfium, 0), y: floatAt(pdfium, 1) });
    if (type === MOVE_TO || parts.length === 0) parts.push([point]);
    else if (type === LINE_TO || type === BEZIER_TO) parts.at(-1)?.push(point);
    if (fn.FPDFPathSegment_GetClose(segment)) closePart(parts.at(-1));
  }
  return {
    parts,
    isStroked: isStroked && isVisible(pdfium, object, "stroke"),
    isFilled: isFilled && isVisible(pdfium, object, "fill"),
  };
}

function closePart(part: Point[] | undefined): void {
  const [first] = part ?? [];
  if (first) part?.push(first);
}

/** Whether a path's color is visible: neither transparent nor white. */
function isVisible(pdfium: Pdfium, object: number, which: "fill" | "stroke"): boolean {
  const { fn, out } = pdfium;
  const readColor = which === "fill" ? fn.FPDFPageObj_GetFillColor : fn.FPDFPageObj_GetStrokeColor;
  if (!readColor(object, out, out + 4, out + 8, out + 12)) return true;
  const [red, green, blue, alpha] = [0, 1, 2, 3].map((index) => intAt(pdfium, index));
  return alpha !== 0 && !(red === 255 && green === 255 && blue === 255);
}

/** The place of an image, which is the unit square in its own space. */
function placeOfImage(pdfium: Pdfium, object: number, space: Matrix): PagePlace {
  const matrix = compose(matrixOf(pdfium, object), space);
  const corners = [0, 1].flatMap((x) => [0, 1].map((y) => transform(matrix, { x, y })));
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...corners.map(({ x }) => x)), Math.max(...corners.map(({ y }) => y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether an image is a line: some programs draw lines as images of one pixel in height. */
const isLine = ({ width, height }: PagePlace): boolean =>
  Math.min(width, height) < 1.5 && Math.max(width, height) > 10 * Math.min(width, height);

const lineAlong = ({ x, y, width, height }: PagePlace): Pick<Path, "parts"> => ({
  parts: [
    width > height
      ? [
          { x, y: y + height / 2 },
          { x: x + width, y: y + height / 2 },
        ]
      : [
          { x: x + width / 2, y },
          { x: x + width / 2, y: y + height },
        ],
  ],
});
