import type { PdfPage } from "./open.ts";
import { type Pdfium, floatAt } from "./pdfium.ts";

/** One letter of a page's text layer, in the page's own space (points, y up). */
export interface Glyph {
  text: string;
  /** Where its baseline begins. */
  x: number;
  y: number;
  /** Which way its baseline runs, radians counter-clockwise. */
  angle: number;
  /** How far the baseline goes until the next one may begin. */
  advance: number;
  /** Points, as it is drawn. */
  fontSize: number;
  isBold: boolean;
  /** Whether the document says which letter it is. */
  isKnown: boolean;
  /** PDFium thinks that a space belongs before it, where the document has none. */
  followsGuess: boolean;
}

/** What all letters of one text object share. */
interface Style {
  angle: number;
  fontSize: number;
  /** From the lowest to the highest of the font's line, points as drawn: the short side of a letter's box. */
  lineHeight: number;
  isBold: boolean;
}

/** A page of a book has 3,000, a sheet of A3 in small print 35,000. */
const MOST_GLYPHS = 60_000;
const BOLD_NAME = /bold|black|heavy|semibold|demi/iu;
const BOLD_WEIGHT = 600;

/** Letters and spaces in the order in which PDFium reads them; spaces and line ends that it only guessed are left out. */
export function readGlyphs({ pdfium, handle }: PdfPage): Glyph[] {
  const { fn } = pdfium;
  const textPage = fn.FPDFText_LoadPage(handle);
  if (textPage === 0) return [];
  const styles = new Map<number, Style>();
  const glyphs: Glyph[] = [];
  let origin = { x: NaN, y: NaN, left: NaN, top: NaN };
  let followsGuess = false;
  const count = fn.FPDFText_CountChars(textPage);
  if (count > MOST_GLYPHS) throw new Error(`${count} letters on a page`);
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
    const glyph = { ...glyphAt(pdfium, textPage, index, style), followsGuess };
    followsGuess = false;
    const previous = glyphs.at(-1);
    const isLigature = origin.x === glyph.x && origin.y === glyph.y;
    // What was asked for last is the letter's box.
    const [left, top] = [floatAt(pdfium, 0), floatAt(pdfium, 1)];
    const isSameBox = left === origin.left && top === origin.top;
    glyphs.push(previous && isLigature ? inLigature(previous, glyph, isSameBox) : glyph);
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
  return {
    angle: Math.atan2(b * sign, a * sign),
    fontSize,
    lineHeight: ascent - descent,
    isBold: BOLD_NAME.test(fontName(pdfium, font)) || fn.FPDFText_GetFontWeight(textPage, index) >= BOLD_WEIGHT,
  };
}

function fontName({ fn, heaps, out }: Pdfium, font: number): string {
  const length = Math.min(64, fn.FPDFFont_GetBaseFontName(font, out, 64));
  return Buffer.from(heaps.HEAPU8.subarray(out, out + Math.max(0, length - 1))).toString("latin1");
}

function glyphAt(pdfium: Pdfium, textPage: number, index: number, style: Style): Omit<Glyph, "followsGuess"> {
  const { fn, heaps, out } = pdfium;
  fn.FPDFText_GetCharOrigin(textPage, index, out, out + 8);
  const [x, y] = [heaps.HEAPF64[out >> 3] ?? 0, heaps.HEAPF64[(out >> 3) + 1] ?? 0];
  fn.FPDFText_GetLooseCharBox(textPage, index, out);
  const [left, top, right, bottom] = [floatAt(pdfium, 0), floatAt(pdfium, 1), floatAt(pdfium, 2), floatAt(pdfium, 3)];
  const code = codeAt(fn, textPage, index);
  const isKnown = isLetter(code) && fn.FPDFText_HasUnicodeMapError(textPage, index) !== 1;
  return {
    // What has no letter must not reach a file as a control character.
    text: isLetter(code) ? String.fromCodePoint(code) : "\uFFFD",
    x,
    y,
    angle: style.angle,
    advance: advanceOf(right - left, top - bottom, style),
    fontSize: style.fontSize,
    isBold: style.isBold,
    isKnown,
  };
}

/** PDFium gives a hyphen that parts a word at a line's end a code of its own. */
const codeAt = (fn: Pdfium["fn"], textPage: number, index: number): number =>
  fn.FPDFText_IsHyphen(textPage, index) === 1 ? 0x2d : fn.FPDFText_GetUnicode(textPage, index);

/**
 * The letters of a ligature share the origin of its one glyph: each begins where the one before ends. The first may have
 * the whole glyph's box already.
 */
const inLigature = ({ x, y, angle, advance }: Glyph, glyph: Glyph, isSameBox: boolean): Glyph => ({
  ...glyph,
  x: x + advance * Math.cos(angle),
  y: y + advance * Math.sin(angle),
  advance: isSameBox ? 0 : glyph.advance,
});

/** The box that PDFium gives stands upright around a letter that may run askew: its long side, taken back out. */
function advanceOf(width: number, height: number, { angle, lineHeight }: Style): number {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return Math.max(0, cos >= sin ? (width - lineHeight * sin) / cos : (height - lineHeight * cos) / sin);
}

/** Control characters, halves of a pair, private use and the replacement character say nothing to anybody. */
const isLetter = (code: number): boolean =>
  (code >= 0x20 && code < 0x7f) ||
  (code >= 0xa0 && code < 0xd8_00) ||
  (code >= 0xf9_00 && code < 0xf_00_00 && code !== 0xff_fd);
