import type { Glyph } from "./ctc.ts";

/** The letter head must be this sure of a letter. */
const MIN_PROBABILITY = 0.4;
const STROKES = /^[Il]$/;
const MIN_STROKE_PROBABILITY = 0.9;
/**
 * A part of a letter is nearer to it than this, in typical distances between letters: any part of a restored letter, one with the same plain
 * form, and one with the plain form of a letter that both readings have.
 */
const MAX_PART_DISTANCE = 1.1;
const MAX_TWIN_DISTANCE = 1.8;
const MAX_REREAD_DISTANCE = 0.8;
/** The costs of an alignment: letters with different plain forms, and a letter that only one reading has. */
const OTHER_LETTER = 1;
const NO_PARTNER = 0.8;
/** Letters with the same plain form. Less than 0, so that they are aligned where possible. */
const SAME_LETTER = -0.5;
/** Added for the distance of two letters, in typical distances between letters. */
const DISTANCE_WEIGHT = 0.3;

/** Letters of which Unicode knows no plain form, as PP-OCR reads them. */
const PLAIN: Readonly<Record<string, string>> = { ß: "b", ı: "i", ł: "l", ø: "o", æ: "a", œ: "o", "€": "e", "£": "e" };

/** The letter without its accent, lower case. */
function plain(char: string): string {
  const base = (char.normalize("NFD")[0] ?? char).toLowerCase();
  return PLAIN[base] ?? base;
}

/** The letter in lower case after a lower-case letter: Ó and ó differ in size only. */
const matchCase = (char: string, before: string | undefined): string =>
  before === undefined || !/\p{Ll}/u.test(before) ? char : char === "İ" ? "i" : char.toLowerCase();

const isAscii = (char: string): boolean => char <= "\u007f";
const isDigit = (char: string | undefined): boolean => char !== undefined && char >= "0" && char <= "9";

/**
 * Combines the readings of a line: where either has a character that is not on a US keyboard, the letter head decides;
 * everywhere else PP-OCR does. So texts without such letters, and digits beside digits, stay as PP-OCR read them.
 * @param read by PP-OCR, in order of position
 * @param letters by the letter head, likewise
 */
export function restoreLetters(read: readonly Glyph[], letters: readonly Glyph[]): Glyph[] {
  if ([...read, ...letters].every(({ char }) => isAscii(char))) return [...read];
  const spacing = typicalDistance(read.length > 1 ? read : letters);
  const chosen = align(read, letters, spacing).flatMap((pair) => choose(pair, read, letters));
  return chosen
    .filter((choice, at) => !isPartOf(choice, [chosen[at - 1], chosen[at + 1]], spacing))
    .map(({ glyph }) => glyph)
    .filter(({ char }, at, glyphs) => !isEndOfLigature(char, glyphs[at - 1]?.char));
}

interface Choice {
  glyph: Glyph;
  isRestored: boolean;
  /** Whether only PP-OCR has a letter here. */
  isUnpaired: boolean;
}

/** Chooses the letter at one place of the line: that of PP-OCR or that of the letter head. Empty when neither is used. */
function choose({ own, other }: Pair, read: readonly Glyph[], letters: readonly Glyph[]): Choice[] {
  const glyph = own === null ? undefined : read[own];
  const letter = other === null ? undefined : letters[other];
  const isSure = letter !== undefined && letter.probability >= MIN_PROBABILITY;
  if (!glyph) return isSure && !isAscii(letter.char) ? [{ glyph: letter, isRestored: true, isUnpaired: false }] : [];
  const inNumber = isDigit(glyph.char) && (isDigit(read[(own ?? 0) - 1]?.char) || isDigit(read[(own ?? 0) + 1]?.char));
  const isBetter =
    isSure &&
    !inNumber &&
    letter.char !== glyph.char &&
    (!isAscii(glyph.char) || !isAscii(letter.char) || isClearStroke(glyph.char, letter));
  return isBetter
    ? [
        {
          glyph: {
            char: matchCase(letter.char, read[(own ?? 0) - 1]?.char),
            probability: letter.probability,
            at: glyph.at,
          },
          isRestored: true,
          isUnpaired: false,
        },
      ]
    : [{ glyph, isRestored: false, isUnpaired: letter === undefined }];
}

/** Whether the letter head clearly tells the strokes I and l apart, which PP-OCR often confuses. */
const isClearStroke = (read: string, { char, probability }: Glyph): boolean =>
  STROKES.test(read) && STROKES.test(char) && probability >= MIN_STROKE_PROBABILITY;

/** Whether PP-OCR read a letter as two letters, such as ß as ss or ä as äa, and this is one of them. */
const isPartOf = (choice: Choice, neighbors: readonly (Choice | undefined)[], spacing: number): boolean =>
  choice.isUnpaired &&
  choice.glyph.char !== " " &&
  neighbors.some(
    (other) => other && Math.abs(other.glyph.at - choice.glyph.at) < partDistance(choice, other) * spacing,
  );

/** Parts of a letter that PP-OCR read as two are nearer than this, in typical distances between letters. */
function partDistance({ glyph }: Choice, other: Choice): number {
  if (plain(glyph.char) !== plain(other.glyph.char)) return other.isRestored ? MAX_PART_DISTANCE : 0;
  if (other.isRestored) return MAX_TWIN_DISTANCE;
  return isAscii(other.glyph.char) || other.isUnpaired ? 0 : MAX_REREAD_DISTANCE;
}

/** Whether both readings have the right half of æ or œ as a letter of its own. */
const isEndOfLigature = (char: string, before = ""): boolean => /^e$/i.test(char) && /^[æœ]$/iu.test(before);

interface Pair {
  /** Indices in the two readings; null without a partner. */
  own: number | null;
  other: number | null;
}

/** Aligns two readings of a line by letters and positions, with the least total cost. */
function align(read: readonly Glyph[], letters: readonly Glyph[], spacing: number): Pair[] {
  const costOf = (a: Glyph | undefined, b: Glyph | undefined): number =>
    !a || !b
      ? Infinity
      : (plain(a.char) === plain(b.char) ? SAME_LETTER : OTHER_LETTER) +
        (DISTANCE_WEIGHT * Math.abs(a.at - b.at)) / spacing;
  const costs: number[][] = [Array.from({ length: letters.length + 1 }, (_, at) => at * NO_PARTNER)];
  for (let i = 1; i <= read.length; i++) {
    const row = [i * NO_PARTNER];
    for (let j = 1; j <= letters.length; j++) {
      const both = (costs[i - 1]?.[j - 1] ?? 0) + costOf(read[i - 1], letters[j - 1]);
      row.push(Math.min(both, (costs[i - 1]?.[j] ?? 0) + NO_PARTNER, (row[j - 1] ?? 0) + NO_PARTNER));
    }
    costs.push(row);
  }
  const pairs: Pair[] = [];
  let [i, j] = [read.length, letters.length];
  while (i > 0 || j > 0) {
    const cost = costs[i]?.[j] ?? 0;
    if (i > 0 && j > 0 && cost === (costs[i - 1]?.[j - 1] ?? 0) + costOf(read[i - 1], letters[j - 1])) {
      pairs.push({ own: --i, other: --j });
    } else if (i > 0 && cost === (costs[i - 1]?.[j] ?? 0) + NO_PARTNER) pairs.push({ own: --i, other: null });
    else pairs.push({ own: null, other: --j });
  }
  return pairs.toReversed();
}

/** The mean distance between neighbors. */
function typicalDistance(glyphs: readonly Glyph[]): number {
  const [first, last] = [glyphs[0], glyphs.at(-1)];
  return first && last && last.at > first.at ? (last.at - first.at) / (glyphs.length - 1) : 1;
}
