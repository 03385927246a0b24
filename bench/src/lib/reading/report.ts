import type { HeightBin, ReadingFigures, ReliabilityBin } from "./figures.ts";

const COLUMNS = ["precision", "recall", "code", "quantity", "row", "certain", "validButWrong"] as const;
const percent = (value: number): string => (value * 100).toFixed(1);

/** One row a group of stickers, in percent. */
export function figuresTable(rows: readonly (readonly [string, ReadingFigures])[]): string {
  const body = rows.map(([name, figures]) => [
    name,
    String(figures.stickers),
    ...COLUMNS.map((column) => percent(figures[column])),
  ]);
  return alignedTable([["", "stickers", ...COLUMNS], ...body]);
}

const BAR = 20;

/** A reliability diagram as text: the bar is the share of correct values, `|` the mean certainty. */
export function reliabilityDiagram(field: string, bins: readonly ReliabilityBin[]): string {
  const lines = bins.map(({ from, to, count, confidence, right }) => {
    const bar = "█".repeat(Math.round(right * BAR)).padEnd(BAR + 1);
    const at = Math.round(confidence * BAR);
    return [
      `${from.toFixed(2)}–${to.toFixed(2)}`,
      String(count),
      percent(confidence),
      percent(right),
      `${bar.slice(0, at)}|${bar.slice(at + 1)}`,
    ];
  });
  return alignedTable([[field, "values", "certainty", "correct", ""], ...lines]);
}

/** One row a height of handwritten numbers on the photo. */
export const heightTable = (bins: readonly HeightBin[]): string =>
  alignedTable([
    ["", "codes", "right", "quantities", "right"],
    ...bins.map(({ fromPx, toPx, codes, codesRight, quantities, quantitiesRight }) => [
      toPx === null ? `${fromPx} px and more` : `${fromPx}–${toPx} px`,
      String(codes),
      percent(codesRight),
      String(quantities),
      percent(quantitiesRight),
    ]),
  ]);

/** First and last column to the left, the others to the right. */
function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row.map((text, i) => (i === 0 ? text.padEnd(widths[i]!) : text.padStart(widths[i]!))).join("  ");
  return `${rows.map(line).join("\n")}\n`;
}
