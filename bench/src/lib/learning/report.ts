import type { CrewFigures } from "./measure-crew.ts";

const signed = (points: number): string => `${points > 0 ? "+" : ""}${points.toFixed(2)}`;
const percent = (share: number): string => (100 * share).toFixed(1);

const COLUMNS: readonly [head: string, cell: (crew: CrewFigures) => string][] = [
  ["crew", ({ number }) => String(number)],
  [
    "errors, %",
    ({ errors, values }) => `${percent(errors.champion / values)} → ${percent(errors.challenger / values)}`,
  ],
  ["drop, %", ({ drop }) => percent(drop)],
  ["points", ({ changePoints }) => signed(changePoints)],
  [
    "valid, %",
    ({ valid, stickers }) => `${percent(valid.champion / stickers)} → ${percent(valid.challenger / stickers)}`,
  ],
  ["valid but wrong", ({ validButWrong }) => `${validButWrong.champion} → ${validButWrong.challenger}`],
  ["reference: codes", ({ frozenChange }) => signed(frozenChange.codes)],
  ["quantities", ({ frozenChange }) => signed(frozenChange.quantities)],
  ["valid but wrong", ({ frozenChange }) => signed(frozenChange.validButWrong)],
  ["accepted", ({ decision }) => (decision.ok ? "yes" : "no")],
  ["on the next 500", ({ decisionOnNext }) => (decisionOnNext ? "yes" : "no")],
];

/** One row for each crew. Changes of the reference set are in percentage points. */
export function crewsTable(crews: readonly CrewFigures[]): string {
  const rows = [COLUMNS.map(([head]) => head), ...crews.map((crew) => COLUMNS.map(([, cell]) => cell(crew)))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return `${rows.map((row) => row.map((text, i) => text.padStart(widths[i]!)).join("  ")).join("\n")}\n`;
}
