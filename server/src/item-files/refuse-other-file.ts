import { ItemFileError } from "./item-file-error.ts";

const SAVE_AS = "Save the list as .xlsx or .csv and choose it again.";
const OLD_EXCEL =
  "This is an old Excel file (.xls) or one with a password. Save it as .xlsx without a password and choose it again.";
const WEB_PAGE =
  "This is a web page (HTML). If it shows the list, open it in a spreadsheet program, save it as .xlsx and choose it again. If it is a sign-in page or an error, download the list again.";
const XML = "This is an XML file. Open it in a spreadsheet program, save it as .xlsx and choose it again.";

/** Files that arrive under the name of a list, by their first bytes in hexadecimal. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^d0cf11e0/, OLD_EXCEL],
  [/^25504446/, `This is a PDF. ${SAVE_AS}`],
  [/^7b5c727466/, `This is a text document (RTF). ${SAVE_AS}`],
  [/^(?:89504e47|ffd8ff|47494638)/, `This is a picture. ${SAVE_AS}`],
  [/^(?:1f8b|377abcaf|52617221|28b52ffd)/, "This file is compressed. Unpack it and choose the list that it contains."],
];
/** Markup by how the text begins. A header such as `<code>;<name>` is not markup. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(?:<!--[^]{0,1000}?-->\s*|<\?xml[^>]{0,200}>\s*|<!doctype\s+)?<?(?:html|head|body|table|div)\b[^>;,\t|]*>/i,
    WEB_PAGE,
  ],
  [/^\s*<(?:\?xml\b|[a-z][^<>]{0,200}>\s*<)/i, XML],
];
/** Control characters other than tab and line ends. A damaged text may have a few. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/gu;
const CONTROL_SAMPLE = 1000;
const MAX_CONTROL_SHARE = 0.1;

/**
 * Refuses a file that is no list as text or JSON: its lines would be read as rows.
 * @param sample the first bytes
 * @param text the sample, decoded
 * @throws ItemFileError
 */
export function refuseOtherFile(sample: Buffer, text: string): void {
  const head = sample.subarray(0, 8).toString("hex");
  const known = SIGNATURES.find(([signature]) => signature.test(head)) ?? MARKUP.find(([start]) => start.test(text));
  if (known) throw new ItemFileError(known[1]);
  if (!isText(text)) throw new ItemFileError(`This is not a text file. ${SAVE_AS}`);
}

/** Whether a decoded sample has hardly any control characters, unlike a picture. */
export function isText(sample: string): boolean {
  const start = sample.slice(0, CONTROL_SAMPLE);
  return (start.match(CONTROL)?.length ?? 0) <= start.length * MAX_CONTROL_SHARE;
}
