import type { PdfPage } from "./open.ts";
import { type Pdfium, floatAt } from "./pdfium.ts";
import { type VisibleBox, drawingToPage, visibleBoxOf } from "./visible-box.ts";

/** A glyph of a page's text layer, in the page's own space (points, y axis upward). */
export interface Glyph {
  text: string;
  /** The start of its baseline. */
  x: number;
  y: number;
  /** The direction of its baseline, radians counterclockwise. */
  angle: number;
  /** The length of its baseline up to the next glyph. */
  advance: number;
  /** Font size in points, as drawn. */
  fontSize: number;
  isBold: boolean;
  /** Whether it is in a drawing that the page shows, such as a form field or a comment. */
  isInDrawing: boolean;
  /** PDFium's handle of its font. */
  font: number;
  /** Whether the document maps it to a Unicode character. */
  isKnown: boolean;
  /** Whether PDFium guessed a space before it that the document does not contain. */
  followsGuess: boolean;
}

/** The properties that all glyphs of one text object share. */
interface Style {
  angle: number;
  fontSize: number;
  /** The font's ascent minus its descent, in points as drawn: the short side of a glyph's box. */
  lineHeight: number;
  isBold: boolean;
  font: number;
  isInDrawing: boolean;
  /** Null if all of it is shown. */
  visibleBox: VisibleBox | null;
}

/** A book page has 3,000 glyphs, an A3 sheet in small print 35,000. */
const MAX_GLYPHS = 60_000;
/** A long text may scroll in a form field, so that most of its letters are not shown. */
const MAX_LETTERS = 500_000;
const BOLD_NAME = /bold|black|heavy|semibold|demi/iu;
const BOLD_WEIGHT = 600;
const SPACE = 0x20;
const HYPHEN = 0x2d;
/** PDFium gives characters above this code as two UTF-16 halves. */
const LAST_OF_ONE_HALF = 0xff_ff;

/** Reads glyphs and spaces in PDFium's order, without the spaces and line ends that PDFium guessed. */
export function readGlyphs({ pdfium, handle }: PdfPage): Glyph[] {
  const { fn } = pdfium;
  const textPage = fn.FPDFText_LoadPage(handle);
  if (textPage === 0) return [];
  const styles = new Map<number, Style>();
  const glyphs: Glyph[] = [];
  let origin = { x: NaN, y: NaN, left: NaN, top: NaN };
  let followsGuess = false;
  const count = fn.FPDFText_CountChars(textPage);
  if (count > MAX_LETTERS) throw new Error(`${count} letters on a page`);
  for (let index = 0; index < count; index += 1) {
    const object = fn.FPDFText_GetTextObject(textPage, index);
    if (object === 0 || fn.FPDFText_IsGenerated(textPage, index) === 1) {
      followsGuess = true;
      continue;
    }
    let style = styles.get(object);
    if (style === undefined) {
      style = styleOf(pdfium, textPage, index, object);
      styles.set(object, style);
    }
    if (style.visibleBox !== null && !isShown(pdfium, textPage, index, style.visibleBox)) {
      followsGuess = true;
      continue;
    }
    if (glyphs.length >= MAX_GLYPHS) throw new Error(`more than ${MAX_GLYPHS} letters on a page`);
    const code = codeAt(pdfium, textPage, index);
    const glyph = { ...glyphAt(pdfium, textPage, index, code, style), followsGuess };
    followsGuess = false;
    // The second half of the character has the same place.
    if (code > LAST_OF_ONE_HALF) index += 1;
    const previous = glyphs.at(-1);
    const isLigature = origin.x === glyph.x && origin.y === glyph.y;
    // `out` still contains the glyph's box from glyphAt.
    const [left, top] = [floatAt(pdfium, 0), floatAt(pdfium, 1)];
    const isSameBox = left === origin.left && top === origin.top;
    glyphs.push(previous && isLigature ? ligaturePart(previous, glyph, isSameBox) : glyph);
    origin = { x: glyph.x, y: glyph.y, left, top };
  }
  fn.FPDFText_ClosePage(textPage);
  return glyphs;
}

function styleOf(pdfium: Pdfium, textPage: number, index: number, object: number): Style {
  const { fn, out } = pdfium;
  fn.FPDFText_GetMatrix(textPage, index, out);
  const [a, b, c, d] = [floatAt(pdfium, 0), floatAt(pdfium, 1), floatAt(pdfium, 2), floatAt(pdfium, 3)];
  const nominal = fn.FPDFText_GetFontSize(textPage, index);
  const fontSize = Math.abs(nominal) * Math.hypot(c, d);
  const font = fn.FPDFTextObj_GetFont(object);
  const ascent = fn.FPDFFont_GetAscent(font, fontSize, out) ? floatAt(pdfium, 0) : fontSize;
  const descent = fn.FPDFFont_GetDescent(font, fontSize, out) ? floatAt(pdfium, 0) : 0;
  const sign = nominal < 0 ? -1 : 1;
  const toPage = drawingToPage(pdfium, textPage, index, object);
  return {
    angle: Math.atan2(b * sign, a * sign),
    fontSize,
    lineHeight: ascent - descent,
    isBold: BOLD_NAME.test(fontName(pdfium, font)) || fn.FPDFText_GetFontWeight(textPage, index) >= BOLD_WEIGHT,
    font,
    isInDrawing: toPage !== null,
    visibleBox: toPage && visibleBoxOf(pdfium, object, toPage),
  };
}

/** Whether the middle of a glyph is shown. */
function isShown({ fn, heaps, out }: Pdfium, textPage: number, index: number, box: VisibleBox): boolean {
  if (!fn.FPDFText_GetCharBox(textPage, index, out, out + 8, out + 16, out + 24)) return true;
  const [left = 0, right = 0, bottom = 0, top = 0] = [0, 1, 2, 3].map((at) => heaps.HEAPF64[(out >> 3) + at]);
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return x >= box.left && x <= box.right && y >= box.bottom && y <= box.top;
}

function fontName({ fn, heaps, out }: Pdfium, font: number): string {
  const length = Math.min(64, fn.FPDFFont_GetBaseFontName(font, out, 64));
  return Buffer.from(heaps.HEAPU8.subarray(out, out + Math.max(0, length - 1))).toString("latin1");
}

function glyphAt(
  pdfium: Pdfium,
  textPage: number,
  index: number,
  code: number,
  style: Style,
): Omit<Glyph, "followsGuess"> {
  const { fn, heaps, out } = pdfium;
  fn.FPDFText_GetCharOrigin(textPage, index, out, out + 8);
  const [x, y] = [heaps.HEAPF64[out >> 3] ?? 0, heaps.HEAPF64[(out >> 3) + 1] ?? 0];
  fn.FPDFText_GetLooseCharBox(textPage, index, out);
  const [left, top, right, bottom] = [floatAt(pdfium, 0), floatAt(pdfium, 1), floatAt(pdfium, 2), floatAt(pdfium, 3)];
  const isMapped = fn.FPDFText_HasUnicodeMapError(textPage, index) !== 1;
  return {
    // A glyph without a character must not reach an output as a control character.
    text: isLetter(code) ? String.fromCodePoint(code) : "\uFFFD",
    x,
    y,
    angle: style.angle,
    advance: advanceOf(right - left, top - bottom, style),
    fontSize: style.fontSize,
    isBold: style.isBold,
    isInDrawing: style.isInDrawing,
    font: style.font,
    isKnown: isLetter(code) && isMapped,
  };
}

/** The character at `index` as a code point; a space for a control character that shows nothing. */
function codeAt(pdfium: Pdfium, textPage: number, index: number): number {
  const { fn } = pdfium;
  // PDFium gives a hyphen at the end of a line a separate code.
  if (fn.FPDFText_IsHyphen(textPage, index) === 1) return HYPHEN;
  const half = fn.FPDFText_GetUnicode(textPage, index);
  if (half < SPACE) return isBlankControl(pdfium, textPage, index, half) ? SPACE : half;
  if (half < 0xd8_00 || half >= 0xdc_00) return half;
  const other = fn.FPDFText_GetUnicode(textPage, index + 1);
  return other >= 0xdc_00 && other < 0xe0_00 ? 0x1_00_00 + (half - 0xd8_00) * 0x4_00 + (other - 0xdc_00) : half;
}

/**
 * Whether a character is a control character that shows nothing: some programs write tabs instead of spaces. A font without a
 * mapping to Unicode may draw letters with these codes.
 */
function isBlankControl({ fn, heaps, out }: Pdfium, textPage: number, index: number, code: number): boolean {
  if (code >= 0x09 && code <= 0x0d) return true;
  // The second half of the buffer, because readGlyphs reads the glyph's loose box from the first.
  if (!fn.FPDFText_GetCharBox(textPage, index, out + 32, out + 40, out + 48, out + 56)) return true;
  const [left, right, bottom, top] = [4, 5, 6, 7].map((at) => heaps.HEAPF64[(out >> 3) + at] ?? 0);
  return left === right || bottom === top;
}

/**
 * The characters of a ligature share the origin of one glyph, so each starts where the previous one ends. The first may already
 * have the whole glyph's box.
 */
const ligaturePart = ({ x, y, angle, advance }: Glyph, glyph: Glyph, isSameBox: boolean): Glyph => ({
  ...glyph,
  x: x + advance * Math.cos(angle),
  y: y + advance * Math.sin(angle),
  advance: isSameBox ? 0 : glyph.advance,
});

/** The advance of a glyph, computed from PDFium's upright box around the rotated glyph. */
function advanceOf(width: number, height: number, { angle, lineHeight }: Style): number {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return Math.max(0, cos >= sin ? (width - lineHeight * sin) / cos : (height - lineHeight * cos) / sin);
}

/** Excludes control characters, surrogates, private use characters and the replacement character. */
const isLetter = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) ||
  (code >= 0xa0 && code < 0xd8_00) ||
  (code >= 0xf9_00 && code < 0xf_00_00 && code !== 0xff_fd);
