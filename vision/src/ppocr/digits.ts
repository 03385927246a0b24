import { type Glyph, type LineReading, confidenceOf, textOf } from "@precount/ocr";

export interface DigitReading {
  value: string;
  /** Mean probability of the digits, 0–1. */
  confidence: number;
  glyphs: Glyph[];
}

export const digitReading = (glyphs: Glyph[]): DigitReading => ({
  value: textOf(glyphs),
  confidence: confidenceOf(glyphs),
  glyphs,
});

const CODE_LENGTH = 6;
/** A code and a quantity of at most five digits may be read as one line. */
const MAX_DIGITS_ON_CODE_LINE = 11;

/** '29.95' and '3,49' are prices, '12/11/26' is a date. */
const isPriceOrDate = (text: string): boolean => /\d\s?[.,:]\s?\d{2}(?!\d)|\d[/.-]\d+[/.-]\d/.test(text);
const countDigits = (text: string): number => text.replaceAll(/\D/g, "").length;
const countLetters = (text: string): number => text.replaceAll(/[\d\s.,:|/()-]/g, "").length;

/** Reads a code from a line of text; `rest` holds the digits behind the code. Null when the line holds no code. */
export function readCode(line: LineReading): { code: DigitReading; rest: Glyph[] } | null {
  const text = textOf(line.glyphs);
  if (isPriceOrDate(text) || countDigits(text) < 4 || countLetters(text) > 2) return null;
  // The digits-only reading has the right length more often than the free one, which takes handwritten digits for letters.
  const digits = line.expected;
  if (digits.length < CODE_LENGTH || digits.length > MAX_DIGITS_ON_CODE_LINE) return null;
  return { code: digitReading(digits.slice(0, CODE_LENGTH)), rest: digits.slice(CODE_LENGTH) };
}

/** Reads a quantity from a line of text, without words such as QTY before it. Null when the line holds no quantity. */
export function readQuantity(line: LineReading): DigitReading | null {
  const text = textOf(line.glyphs);
  if (isPriceOrDate(text)) return null;
  const isNumber = /^([A-Za-z]{2,})?\W*\d{1,6}\W*$/.test(text);
  if (!isNumber && countLetters(text) > 3) return null;
  const digits = isNumber ? line.glyphs.filter(({ char }) => /^\d$/.test(char)) : line.expected;
  const reading = digitReading(digits);
  return isQuantity(reading.value) ? reading : null;
}

export const isQuantity = (value: string): boolean => /^[1-9]\d{0,5}$/.test(value);
