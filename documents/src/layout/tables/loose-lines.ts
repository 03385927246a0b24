import { right } from "../boxes.ts";
import { type Line, sizeOf, splitLine, textOf } from "../lines.ts";
import type { Interval } from "../intervals.ts";

/** Words that start a caption or a note in reports of several languages. */
const CAPTION =
  /^(?:(?:table|figure|fig\.|chart|graph|map|box|annex|tableau|tabelle|tab\.|abbildung|grafik|cuadro|gráfico|tabella|grafico|quadro)\s*(?<label>[\d.\p{Lu}]{1,6})\b|(?:table|tableau|tabelle)\s*:)/iu;
/** A caption's label, such as 3.2, A or IV. A word, such as in 'box of 50', is not a label. */
const LABEL = /\d|^(?:\p{Lu}|[IVXLC]+)\.?$/u;
const NOTE =
  /^(?:sources?|notes?|n\.b\.|remarks?|legend|key|quellen?|anmerkung(?:en)?|hinweis|fuente|nota|fonte)\s*[:.–-]|^(?:\(\w{1,2}\)|\*+|†|‡|¹|²|³)\s+\p{L}/iu;
/** A unit or a remark in brackets below a title. */
const UNIT = /^[([]\p{L}[^()[\]]*[)\]]$/u;
/** A line of running text: at least this many words, over this share of the width. */
const MIN_TEXT_WORDS = 5;
const MIN_TEXT_SHARE = 0.45;

export function isCaption(line: Line): boolean {
  const caption = CAPTION.exec(textOf(line));
  return caption !== null && LABEL.test(caption.groups?.["label"] ?? "1");
}
/** The maximum words before the gap after a caption's number. */
const MAX_LABEL_WORDS = 3;
/** Whether a line is a remark in brackets, such as '(in thousands)'. */
export const isUnit = (line: Line): boolean => UNIT.test(textOf(line));
export const isNote = (line: Line): boolean => NOTE.test(textOf(line));

/** Whether a line is one text without the gap of a column. */
export function isOneText(line: Line, usualGap: number): boolean {
  const size = Math.max(...line.words.map(sizeOf));
  return splitLine(line, usualGap / size).length === 1;
}

/** Removes captions and running text above a table's rows, and notes below them. */
export function trimLooseLines(lines: readonly Line[], outer: Interval, usualGap: number): Line[] {
  const isLoose = (line: Line, isBelow: boolean): boolean =>
    (isCaption(line) && isLabeledText(line, usualGap)) ||
    (isOneText(line, usualGap) &&
      (isNote(line) ||
        (!isBelow && isUnit(line)) ||
        isText(line, outer, usualGap) ||
        (isBelow && isSmall(line, lines))));
  const first = lines.findIndex((line) => !isLoose(line, false));
  const end = startOfNotes(lines, usualGap);
  const last = lines.slice(0, end).findLastIndex((line) => !isLoose(line, true));
  // The second line of a caption or note is short and looks like a row.
  const start = first > 0 ? skipRest(lines, first, outer, usualGap) : first;
  return first < 0 ? [] : lines.slice(start, last + 1);
}

/** Whether a line is one text, or one after a label and a gap, such as 'Table 3'. */
function isLabeledText(line: Line, usualGap: number): boolean {
  const parts = splitLine(line, usualGap / Math.max(...line.words.map(sizeOf)));
  return parts.length === 1 || (parts.length === 2 && (parts[0]?.words.length ?? 0) <= MAX_LABEL_WORDS);
}

/** The index of the first note below which each line is one text; the number of lines without one. */
function startOfNotes(lines: readonly Line[], usualGap: number): number {
  const lastRow = lines.findLastIndex((line) => !isOneText(line, usualGap));
  const note = lines.findIndex((line, index) => index > lastRow && isNote(line));
  return note < 0 ? lines.length : note;
}

function isText(line: Line, { from, to }: Interval, usualGap: number): boolean {
  const width = right(line.place) - line.place.x;
  const isLeft = line.place.x - from < 2 * usualGap;
  return isLeft && line.words.length >= MIN_TEXT_WORDS && width >= MIN_TEXT_SHARE * (to - from);
}

/** Whether a line has smaller letters than most lines. */
function isSmall(line: Line, lines: readonly Line[]): boolean {
  const sizes = lines.map(({ words }) => Math.max(...words.map(sizeOf))).toSorted((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return line.words.length >= MIN_TEXT_WORDS - 1 && Math.max(...line.words.map(sizeOf)) < 0.93 * usual;
}

function skipRest(lines: readonly Line[], first: number, { from, to }: Interval, usualGap: number): number {
  const [line, above] = [lines[first], lines[first - 1]];
  if (!line || !above || !isOneText(line, usualGap) || line.place.x - from > 2 * usualGap) return first;
  const isFull = right(above.place) > to - 4 * usualGap;
  return isFull ? first + 1 : first;
}
