import { confidenceOf, type Glyph, type LineReading, textOf } from "@precount/ocr";

/** Letters that stand for digits where only digits can be. */
const LOOKALIKES: Record<string, string> = {
  O: "0",
  o: "0",
  D: "0",
  Q: "0",
  U: "0",
  I: "1",
  l: "1",
  "|": "1",
  i: "1",
  "/": "1",
  "!": "1",
  z: "2",
  Z: "2",
  S: "5",
  s: "5",
  b: "6",
  G: "6",
  T: "7",
  B: "8",
  q: "9",
  g: "9",
  y: "4",
  A: "4",
};
/** A lookalike is a guess: half as sure as the digit itself. */
const LOOKALIKE_TRUST = 0.5;

/** Glyphs as digits, NFKC first (full-width and circled digits become plain). Others than digits are left. */
function asDigits(glyphs: readonly Glyph[]): Glyph[] {
  return glyphs.flatMap((glyph) => {
    const char = glyph.char.normalize("NFKC");
    if (/^\d$/.test(char)) return [{ ...glyph, char }];
    const like = LOOKALIKES[char];
    return like ? [{ ...glyph, char: like, probability: glyph.probability * LOOKALIKE_TRUST }] : [];
  });
}

export interface DigitReading {
  value: string;
  confidence: number;
  glyphs: Glyph[];
}

export const digitReading = (glyphs: Glyph[]): DigitReading => ({
  value: textOf(glyphs),
  confidence: confidenceOf(glyphs),
  glyphs,
});

/** How many plain digits the free reading has. */
const digitCount = (line: LineReading): number => textOf(line.glyphs).normalize("NFKC").replaceAll(/\D/g, "").length;
const letterCount = (line: LineReading): number =>
  textOf(line.glyphs)
    .normalize("NFKC")
    .replaceAll(/[\d\s.,:|/()-]/g, "").length;

/** '29.95' or '3,49' is a price, '12/11/26' a date; neither is a code or a count. */
const looksLikePrice = (line: LineReading): boolean =>
  /\d\s?[.,:]\s?\d{2}(?!\d)|\d[/.-]\d+[/.-]\d/.test(textOf(line.glyphs).normalize("NFKC"));

/**
 * A code's six digits, or more with what stands beside it; null when the line is no code. Handwriting is taken
 * with the digits-only reading, when it has the right count and the free one has not.
 */
export function readCode(line: LineReading): DigitReading | null {
  if (looksLikePrice(line)) return null;
  const plain = digitCount(line);
  const letters = letterCount(line);
  const firstSix = line.glyphs.slice(0, 6);
  // '827534 44b': the code beside its quantity, which may be read with letters.
  if (line.glyphs.length > 7 && line.glyphs[6]?.char === " " && firstSix.every(({ char }) => /^\d$/.test(char))) {
    const rest = asDigits(line.glyphs.slice(7));
    if (rest.length <= 5) return digitReading([...firstSix, ...rest]);
  }
  if (plain < 4 || letters > 2) return null;
  const mapped = asDigits(line.glyphs);
  if (letters === 0 && plain >= 6 && plain <= 11) return digitReading(asPlain(line));
  if (line.expected.length === 6) return digitReading(line.expected);
  if (mapped.length === 6) return digitReading(mapped);
  return null;
}

const asPlain = (line: LineReading): Glyph[] =>
  asDigits(line.glyphs.filter(({ char }) => /^\d$/.test(char.normalize("NFKC"))));

/** A quantity: the line's digits, words such as QTY or PCS before them left out. */
export function readQuantity(line: LineReading): DigitReading | null {
  if (looksLikePrice(line)) return null;
  const text = textOf(line.glyphs).normalize("NFKC");
  const withWord = /^[A-Za-z]{2,}\W*(\d{1,6})\W*$/.exec(text);
  if (withWord || /^\W*\d{1,6}\W*$/.test(text)) {
    const plain = digitReading(asPlain(line));
    if (isQuantity(plain.value)) return plain;
  }
  if (letterCount(line) > 3) return null;
  const options = [digitReading(line.expected), digitReading(asDigits(line.glyphs))].filter(({ value }) =>
    isQuantity(value),
  );
  return options.toSorted((a, b) => b.confidence - a.confidence)[0] ?? null;
}

const isQuantity = (value: string): boolean => /^[1-9]\d{0,5}$/.test(value);
