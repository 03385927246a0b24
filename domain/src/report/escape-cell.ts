import { INVALID_XML_CHARACTERS } from "../common/xml-characters.ts";

/**
 * Start of a cell that a spreadsheet may interpret as a formula, including full-width characters (OWASP, CSV
 * injection).
 */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * Makes a cell safe for spreadsheets (PD-36): a text that starts like a formula, also after spaces or invisible
 * characters, gets a leading apostrophe. Other texts, codes and quantities are unchanged. Idempotent.
 */
export const escapeFormula = (value: string): string => (FORMULA_START.test(value) ? `'${value}` : value);

/**
 * Makes a text safe for an XLSX cell, before XML entities are escaped: removes characters that XML cannot represent, and escapes text
 * such as `_x0041_`, which spreadsheets read as an encoded character.
 */
export const escapeWorkbookText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(INVALID_XML_CHARACTERS, "")
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");

/**
 * A cell's value without what exports and spreadsheets change about it: the apostrophe before a text that looks like a formula,
 * characters that XML cannot represent, and the kind of line breaks. Files are compared by these values.
 */
export function comparableCell(cell: string): string {
  const text = cell.replaceAll(INVALID_XML_CHARACTERS, "").replaceAll(/\r\n?/g, "\n");
  return text.startsWith("'") && FORMULA_START.test(text.slice(1)) ? text.slice(1) : text;
}
