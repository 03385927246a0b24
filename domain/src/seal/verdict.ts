import { z } from "zod";
import { isoDateSchema } from "../common/id.ts";
import { REPORT_FIELD_TITLES, reportFieldSchema } from "../report/report.ts";

const changedCellSchema = z.object({ field: reportFieldSchema, was: z.string(), is: z.string() });

/** A difference between a file and the sealed report; positions and lines count from 1. */
const rowDifferenceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("changed"), position: z.number(), line: z.number(), cells: z.array(changedCellSchema) }),
  z.object({ kind: z.literal("missing"), position: z.number(), cells: z.array(z.string()) }),
  z.object({ kind: z.literal("added"), line: z.number(), cells: z.array(z.string()) }),
  /** The file has all rows of the report with equal values, but not in its order. */
  z.object({ kind: z.literal("order"), rows: z.number() }),
  /** A part of the file that is not a row, such as a line of the cover sheet. Long values are left out. */
  z.object({ kind: z.literal("part"), part: z.string(), was: z.string().nullable(), is: z.string().nullable() }),
]);
export type RowDifference = z.infer<typeof rowDifferenceSchema>;

/** Further differences are only counted, because a long file that has little in common with its report would fill pages. */
export const MAX_LISTED_DIFFERENCES = 100;

/** The report with whose seal a file was compared. */
const verifiedReportSchema = z.object({
  closeCode: z.string(),
  title: z.string(),
  version: z.number(),
  completedAt: isoDateSchema,
  completedBy: z.string(),
  /** The installation: the fingerprint of its key, and its address if it has one. */
  key: z.string(),
  address: z.string().nullable(),
});
export type VerifiedReport = z.infer<typeof verifiedReportSchema>;

/**
 * The result of comparing a file with a seal.
 * - `unchanged`: byte for byte the export.
 * - `re-saved`: every value is unchanged, but another program has written the file.
 * - `changed`: rows differ, or their order does. `differences` is null if the report's rows are not available.
 * - `swapped`: the file names one report and has the rows of another one, `report`.
 * - `forged`: the seal that came with the file is not signed by its key, or by a key that is not trusted.
 * - `unknown`: no seal for this file was found.
 */
export const fileVerdictSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("unchanged"), report: verifiedReportSchema }),
  z.object({ kind: z.literal("re-saved"), report: verifiedReportSchema }),
  z.object({
    kind: z.literal("changed"),
    report: verifiedReportSchema,
    differences: z.array(rowDifferenceSchema).nullable(),
    count: z.number(),
  }),
  z.object({ kind: z.literal("swapped"), report: verifiedReportSchema, named: z.string() }),
  z.object({ kind: z.literal("forged"), reason: z.string() }),
  z.object({ kind: z.literal("unknown"), reason: z.string() }),
]);
export type FileVerdict = z.infer<typeof fileVerdictSchema>;

export const isGenuine = ({ kind }: FileVerdict): boolean => kind === "unchanged" || kind === "re-saved";

/** The verdict in one sentence, for the screen and the command line. */
export function describeVerdict(verdict: FileVerdict, formatDate: (iso: string) => string): string {
  switch (verdict.kind) {
    case "unchanged":
      return `Unchanged since ${describeReport(verdict.report, formatDate)}.`;
    case "re-saved":
      return `Values unchanged, file re-saved: another program wrote it. The values are those of ${describeReport(verdict.report, formatDate)}.`;
    case "changed":
      return `Changed: ${describeCount(verdict)} from the report of ${describeReport(verdict.report, formatDate)}.`;
    case "swapped":
      return `Swapped: the file names the report ${verdict.named}, but has the rows of ${describeReport(verdict.report, formatDate)}.`;
    case "forged":
      return `Not genuine: ${verdict.reason}`;
    case "unknown":
    default:
      return verdict.reason;
  }
}

const describeReport = (
  { title, completedAt, version, key, address, closeCode }: VerifiedReport,
  formatDate: (iso: string) => string,
): string =>
  `${formatDate(completedAt)}, version ${version}, signed by installation ${address ?? key} (${title}, close code ${closeCode})`;

const describeCount = ({ differences, count }: Extract<FileVerdict, { kind: "changed" }>): string => {
  if (differences === null) return "the rows differ";
  if (count === 1 && differences[0]?.kind === "order") return "the order of the rows differs";
  return count === 1 ? "1 value or row differs" : `${count.toLocaleString("en-US")} values or rows differ`;
};

/** A difference in one line. */
export function describeDifference(difference: RowDifference): string {
  if (difference.kind === "missing") return `Row ${difference.position} is missing: ${cellsText(difference.cells)}`;
  if (difference.kind === "order")
    return `All ${difference.rows.toLocaleString("en-US")} rows are there with equal values, but in another order.`;
  if (difference.kind === "part") return describePart(difference);
  if (difference.kind === "added") return `Line ${difference.line} was added: ${cellsText(difference.cells)}`;
  const cells = difference.cells.map(
    ({ field, was, is }) => `${REPORT_FIELD_TITLES[field]} ${quoted(was)} was changed to ${quoted(is)}`,
  );
  return `Row ${difference.position}: ${cells.join(", ")}`;
}

const describePart = ({ part, was, is }: { part: string; was: string | null; is: string | null }): string =>
  was === null || is === null ? `${part}: changed` : `${part}: ${quoted(was)} was changed to ${quoted(is)}`;

const quoted = (value: string): string => (value === "" ? "(empty)" : value);
const cellsText = (cells: readonly string[]): string => cells.map(quoted).join(", ");
