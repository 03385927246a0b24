/** Spaces that do not break a line, and those of a fixed width. Programs write them into numbers and around values. */
const SPECIAL_SPACES = /[\u00A0\u2007\u2009\u202F]/g;
/** Space, or a character without a width, such as the marks that Windows adds to a copied text. */
const BLANK = /[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069]/;
/** The formula by which an export keeps the leading zeros of a text in Excel. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;
/** The apostrophe that marks a text in a spreadsheet, before a number. In front of words it may belong to them. */
const TEXT_MARK = /^'(?=\d[\d.,]*$)/;
/** A value in quotes with space after them, which the parser of a text file keeps. */
const SPACE_AFTER_QUOTE = /^"([^"]*)"\s+$/;

/**
 * The value of a cell as a spreadsheet shows it: `="012345"` and `'012345` are 012345. Every cell of an item list passes here before
 * the file's form is detected.
 */
export function cellText(cell: string): string {
  const text = trimBlank(cell.replace(SPACE_AFTER_QUOTE, "$1").replace(SPECIAL_SPACES, " "));
  const formula = TEXT_FORMULA.exec(text)?.[1];
  return formula === undefined ? text.replace(TEXT_MARK, "") : trimBlank(formula.replaceAll('""', '"'));
}

/** A loop, because a pattern for the end takes quadratic time in a cell of many spaces. */
function trimBlank(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && BLANK.test(text.charAt(from))) from += 1;
  while (from < to && BLANK.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
