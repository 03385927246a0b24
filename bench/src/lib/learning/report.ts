import type { CrewFigures } from "./measure-crew.ts";
import type { WrongChallenger } from "./measure-wrong-labels.ts";

const signed = (points: number): string => `${points > 0 ? "+" : ""}${points.toFixed(2)}`;
const percent = (share: number): string => (100 * share).toFixed(1);

/** The kinds of wrong labels whose challenger is accepted although it is not better. */
const acceptedOf = (challengers: readonly WrongChallenger[]): string =>
  challengers
    .filter(({ isAccepted, isBetter }) => isAccepted && !isBetter)
    .map(({ labels }) => labels)
    .join(", ") || "none";

const COLUMNS: readonly [head: string, cell: (crew: CrewFigures) => string][] = [
  ["crew", ({ number }) => String(number)],
  ["reviewed", ({ reviewed }) => String(reviewed)],
  ["corrected", ({ corrected }) => String(corrected)],
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
  ["wrong labels accepted", ({ wrongChallengers }) => acceptedOf(wrongChallengers)],
];

/** One row for each crew. Changes of the reference set are in percentage points. */
export function crewsTable(crews: readonly CrewFigures[]): string {
  const rows = [COLUMNS.map(([head]) => head), ...crews.map((crew) => COLUMNS.map(([, cell]) => cell(crew)))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return `${rows.map((row) => row.map((text, i) => text.padStart(widths[i]!)).join("  ")).join("\n")}\n`;
}
