/** Decodes the reader's probabilities into values, by the rules of training/precount_training/reading.py. */

/** A value and the probability that it is right, 0–1. */
export interface Value {
  value: string;
  confidence: number;
}

/** Ten digits and blank. */
export const CLASSES = 11;
const BLANK = 10;
const CODE_SLOTS = 6;
export const MAX_TAG_DIGITS = 3;
/** Width of the beam search. */
const BEAM = 8;
const MAX_VALUES = 3;

/** The likeliest codes of exactly six digits, best first. @param slots 12 × 11 probabilities, code then quantity */
export const codesOf = (slots: Float32Array): Value[] => numbersOf(slots.subarray(0, CODE_SLOTS * CLASSES), "code");

/** The likeliest quantities of one to six digits without a leading zero, best first. */
export const quantitiesOf = (slots: Float32Array): Value[] =>
  numbersOf(slots.subarray(CODE_SLOTS * CLASSES), "quantity");

/** The likeliest shelf codes of one to three digits, best first. @param tagSlots MAX_TAG_DIGITS × 11 probabilities */
export const tagCodesOf = (tagSlots: Float32Array): Value[] =>
  likeliest(tagSlots, { minDigits: 1, allowsLeadingZero: true });

/** The likeliest values of a sticker's code or quantity, best first. @param slots 6 × 11 probabilities */
export const numbersOf = (slots: Float32Array, field: "code" | "quantity"): Value[] => likeliest(slots, RULES[field]);

/** The probability that the slots (6 × 11) say this value. */
export const probabilityOf = (slots: Float32Array, value: string): number =>
  Array.from({ length: CODE_SLOTS }, (_, slot) => slots[slot * CLASSES + Number(value[slot] ?? BLANK)]!).reduce(
    (product, p) => product * p,
    1,
  );

interface Rules {
  minDigits: number;
  /** Whether the first digit may be 0. */
  allowsLeadingZero: boolean;
}
const RULES: Readonly<Record<"code" | "quantity", Rules>> = {
  code: { minDigits: CODE_SLOTS, allowsLeadingZero: true },
  quantity: { minDigits: 1, allowsLeadingZero: false },
};
interface Beam {
  probability: number;
  text: string;
  hasEnded: boolean;
}

/** Beam search for strings of at least `minDigits` digits that fill the slots from the left. */
function likeliest(slots: Float32Array, { minDigits, allowsLeadingZero }: Rules): Value[] {
  let beam: Beam[] = [{ probability: 1, text: "", hasEnded: false }];
  for (let slot = 0; slot < slots.length / CLASSES; slot++) {
    const at = (digit: number): number => slots[slot * CLASSES + digit]!;
    const next: Beam[] = [];
    for (const { probability, text, hasEnded } of beam) {
      if (hasEnded || text.length >= minDigits)
        next.push({ probability: probability * at(BLANK), text, hasEnded: true });
      if (hasEnded) continue;
      for (let digit = slot === 0 && !allowsLeadingZero ? 1 : 0; digit < BLANK; digit++) {
        next.push({ probability: probability * at(digit), text: text + digit, hasEnded: false });
      }
    }
    // Ties are ordered by text, so that every machine gives the same order.
    next.sort((a, b) => b.probability - a.probability || (a.text < b.text ? -1 : 1));
    beam = next.slice(0, BEAM);
  }
  return beam.slice(0, MAX_VALUES).map(({ text, probability }) => ({ value: text, confidence: probability }));
}
