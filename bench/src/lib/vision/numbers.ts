/** A number in a line of text, and from where to where it stands among the line's characters (0–1). */
export interface NumberInText {
  digits: string;
  from: number;
  to: number;
}

const CODE_DIGITS = 6;
/** A code and its quantity read as one: '3040884491'. */
const MOST_DIGITS = 12;

/**
 * All runs of digits; one of 7 to 12 is a code with its quantity right behind it. Letters that look like digits
 * stay letters: text is taken as it was read, but for full-width digits (NFKC).
 */
export function numbersIn(text: string): NumberInText[] {
  const plain = text.normalize("NFKC");
  return [...plain.matchAll(/\d+/g)].flatMap(({ 0: digits, index }) => {
    const cut = digits.length > CODE_DIGITS && digits.length <= MOST_DIGITS ? CODE_DIGITS : digits.length;
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
