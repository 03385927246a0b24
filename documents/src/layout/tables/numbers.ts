/** A number with separators, a sign, a unit or a currency, or a dash for no value. */
const NUMBER =
  /^(?:[(+±<>~≈−–—-]*[$€£¥]?\d[\d.,'’ /:%‰°-]*(?:[)*%‰°€$£ªº†‡a-z]|\(\w\)){0,3}|[–—−-]+|\.{2,3}|:|n\.?a\.?|[$€£¥%])$/iu;

/** Whether a word is a number as tables contain it. */
export const isNumber = (text: string): boolean => NUMBER.test(text);

/** The minimum share of numbers in a row of values, without its first column. */
const MIN_VALUE_SHARE = 0.5;
const YEAR = /^(?:1[89]|20)\d\d[a-z*]?$/u;

/** Whether words are mostly numbers that are no years, as the values of a row are and headings are not. */
export function areValues(words: readonly { text: string }[]): boolean {
  const numbers = words.filter(({ text }) => isNumber(text) && !YEAR.test(text));
  return words.length > 0 && numbers.length >= MIN_VALUE_SHARE * words.length;
}

/** Whether a cell is a number with at most a unit, such as '12 pcs', and not a heading, such as 'in %' or 'Week 1'. */
export const isNumberCell = (words: readonly { text: string }[]): boolean =>
  isNumber(words[0]?.text ?? "") && areValues(words) && words.some(({ text }) => /\d/u.test(text));
