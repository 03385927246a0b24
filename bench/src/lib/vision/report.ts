import { FAMILIES, type Family, type Figures, figures, type FoundResult, type TruePhoto } from "@precount/vision";
import { type Run, tallyOf } from "./measure.ts";
import { percentile } from "../percentile.ts";

export type FamilyFigures = Record<Family, Figures>;

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Figures of each family that has photos. */
export function familyFigures(
  photos: readonly TruePhoto[],
  found: (photo: TruePhoto) => readonly FoundResult[],
): Partial<FamilyFigures> {
  const entries = FAMILIES.filter((family) => photos.some((photo) => photo.family === family)).map((family) => {
    const parts = Object.entries(figures(tallyOf(photos, family, found)));
    return [family, Object.fromEntries(parts.map(([name, value]) => [name, rounded(value)]))];
  });
  return Object.fromEntries(entries) as Partial<FamilyFigures>; // the same names, with Figures' own keys
}

export interface CompetitorFigures {
  /** Median time per photo with one and two threads, milliseconds. */
  ms1: number;
  ms2: number;
  p95Ms1: number;
  p95Ms2: number;
  peakMb: number | null;
  families: Partial<FamilyFigures>;
  unaided?: Partial<FamilyFigures>;
}

const ms = (run: Run, share: number): number => Math.round(percentile(run.elapsedMs, share));

/** The figures of one competitor: accuracy of the run with two threads, the higher peak memory of both runs. */
export function competitorFigures(photos: readonly TruePhoto[], oneThread: Run, twoThreads: Run): CompetitorFigures {
  const answer = (photo: TruePhoto) => twoThreads.answers.get(photo);
  const peak = Math.max(oneThread.peakMb ?? 0, twoThreads.peakMb ?? 0);
  return {
    ms1: ms(oneThread, 0.5),
    ms2: ms(twoThreads, 0.5),
    p95Ms1: ms(oneThread, 0.95),
    p95Ms2: ms(twoThreads, 0.95),
    peakMb: peak === 0 ? null : Math.round(peak),
    families: familyFigures(photos, (photo) => answer(photo)?.found ?? []),
    ...(photos.some((photo) => answer(photo)?.unaided)
      ? { unaided: familyFigures(photos, (photo) => answer(photo)?.unaided ?? []) }
      : {}),
  };
}

const COLUMNS = [
  "precision",
  "recall",
  "code",
  "quantity",
  "row",
  "valid",
  "validButWrong",
  "shelfPrecision",
  "shelfRecall",
] as const;
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

/** Prints accuracy by family. */
export function accuracyTable(rows: readonly [string, Partial<FamilyFigures>][]): string {
  const body = rows.flatMap(([name, families]) =>
    FAMILIES.flatMap((family) => {
      const found = families[family];
      return found ? [[name, family, ...COLUMNS.map((column) => percent(found[column]))]] : [];
    }),
  );
  return table([["", "", ...COLUMNS], ...body]);
}

/** Prints times and memory. */
export function speedTable(rows: readonly [string, CompetitorFigures][]): string {
  const head = ["", "1 thread, ms", "95 %", "2 threads, ms", "95 %", "peak MB"];
  const body = rows.map(([name, { ms1, p95Ms1, ms2, p95Ms2, peakMb }]) =>
    [name, ms1, p95Ms1, ms2, p95Ms2, peakMb ?? "?"].map(String),
  );
  return table([head, ...body]);
}

const isNumber = (text: string): boolean => text === "" || /^[\d?]/.test(text);

/** Aligns numbers right, other cells left. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const numeric = widths.map((_, column) => rows.slice(1).every((row) => isNumber(row[column] ?? "")));
  return `${rows
    .map((row) =>
      row.map((text, i) => (numeric[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0))).join("  "),
    )
    .join("\n")}\n`;
}
