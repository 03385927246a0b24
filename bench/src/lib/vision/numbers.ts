/** A number in a line of text with its start and end as fractions of the line (0–1). */
export interface NumberInText {
  digits: string;
  from: number;
  to: number;
}

const CODE_DIGITS = 6;
/** A code and its quantity read as one number: '3040884491'. */
const MAX_DIGITS = 12;

/**
 * All runs of digits; a run of 7 to 12 digits is a code followed by its quantity. Letters that look like digits stay
 * letters; only full-width digits are normalized (NFKC).
 */
export function numbersIn(text: string): NumberInText[] {
  const plain = text.normalize("NFKC");
  return [...plain.matchAll(/\d+/g)].flatMap(({ 0: digits, index }) => {
    const cut = digits.length > CODE_DIGITS && digits.length <= MAX_DIGITS ? CODE_DIGITS : digits.length;
    return [
      [0, cut],
      [cut, digits.length],
    ].flatMap(([from = 0, to = 0]) =>
      to > from
        ? [{ digits: digits.slice(from, to), from: (index + from) / plain.length, to: (index + to) / plain.length }]
        : [],
    );
  });
}

export const isCode = (digits: string): boolean => digits.length === CODE_DIGITS;
export const isQuantity = (digits: string): boolean => /^[1-9]\d{0,5}$/.test(digits);
