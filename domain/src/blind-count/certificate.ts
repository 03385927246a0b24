import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { type StratumSample, boundWrong } from "./bound-wrong.ts";
import type { CheckStatus } from "./check.ts";
import { type CheckedUnits, estimateUnits } from "./estimate-units.ts";
import { type SamplingRule, photoSampleSize, plannedSizes, samplingRuleSchema } from "./sampling-plan.ts";
import { PHOTO_STRATUM, ROW_STRATA } from "./strata.ts";

const boundSchema = z.object({
  /** Wrong rows in the sample, or photos that lack a sticker. Rows that were corrected after the check are included. */
  found: z.number().int(),
  /** The upper bound of all wrong rows or photos, found or not, as a number and in percent. */
  atMost: z.number().int(),
  atMostPercent: z.number(),
});
export type Bound = z.infer<typeof boundSchema>;

/** The figures of a certificate (ADR-043). */
export const certificateFiguresSchema = z.object({
  rows: z.number().int(),
  /** The rows that the plan requires, and how many of them have an answer. */
  plannedRows: z.number().int(),
  checkedRows: z.number().int(),
  row: boundSchema,
  code: boundSchema,
  quantity: boundSchema,
  /** Photos that lack a sticker. */
  photos: boundSchema.extend({
    size: z.number().int(),
    drawn: z.number().int(),
    checked: z.number().int(),
    /** Stickers without a row in these photos. */
    missing: z.number().int(),
  }),
  /**
   * The upper bound of the stickers without a row in all photos, if no photo lacks more than `perPhoto`, the number of rows of the photo
   * with the most rows. Absent in certificates from before this figure existed.
   */
  missingRows: z.object({ atMost: z.number().int(), perPhoto: z.number().int() }).optional(),
  units: z.object({ counted: z.number(), difference: z.number(), standardError: z.number() }),
  strata: z.array(z.object({ size: z.number().int(), checked: z.number().int(), wrong: z.number().int() })),
  /** Checks without an answer, answers that wait for a third look, and checks that the plan will draw when the open ones are done. */
  open: z.number().int(),
  disputed: z.number().int(),
  toDraw: z.number().int(),
});
export type CertificateFigures = z.infer<typeof certificateFiguresSchema>;

/** The certificate as it is shown and stored with a report. */
export const certificateSchema = z.object({
  blindCountSid: sidSchema,
  rule: samplingRuleSchema,
  seed: z.string(),
  startedAt: isoDateSchema,
  startedBy: z.string(),
  /** Names with the number of their answers and third looks. */
  people: z.array(z.object({ name: z.string(), checks: z.number().int() })),
  figures: certificateFiguresSchema,
});
export type Certificate = z.infer<typeof certificateSchema>;

/** The units of one stratum with the same status and judgement, as the database sums them. */
export type CheckCount = {
  stratum: number;
  status: CheckStatus;
  isWrong: boolean;
  isCodeWrong: boolean;
  isQuantityWrong: boolean;
  count: number;
  missing: number;
};

/** The units of the rows, and the number of rows of the photo that has the most. */
export type RowSums = { counted: number; checked: readonly CheckedUnits[]; fullestPhoto: number };

type Wrong = "isWrong" | "isCodeWrong" | "isQuantityWrong";

/** The figures of a certificate. An answer that waits for a third look counts as wrong. */
export function certificateFigures(
  rule: SamplingRule,
  counts: readonly CheckCount[],
  sums: RowSums,
): CertificateFigures {
  const strataOf = (wrong: Wrong): StratumSample[] => ROW_STRATA.map((_, at) => toSample(counts, at, wrong));
  const strata = strataOf("isWrong");
  const photos = toSample(counts, PHOTO_STRATUM, "isWrong");
  const ofRows = counts.filter(({ stratum }) => stratum !== PHOTO_STRATUM);
  const ofPhotos = counts.filter(({ stratum }) => stratum === PHOTO_STRATUM);
  const rows = count(ofRows, () => true);
  const drawnRows = count(ofRows, isDrawn);
  const plannedRows = plannedSizes(rule, strata).reduce((sum, size) => sum + size, 0);
  const plannedPhotos = photoSampleSize(photos.size, { size: rows, drawn: plannedRows });
  const drawnPhotos = count(ofPhotos, isDrawn);
  const boundOfPhotos = toBound([photos]);
  return {
    rows,
    plannedRows,
    checkedRows: count(ofRows, isChecked),
    row: toBound(strata),
    code: toBound(strataOf("isCodeWrong")),
    quantity: toBound(strataOf("isQuantityWrong")),
    photos: {
      ...boundOfPhotos,
      size: photos.size,
      drawn: drawnPhotos,
      checked: photos.checked,
      missing: ofPhotos.reduce((sum, { missing }) => sum + missing, 0),
    },
    missingRows: boundMissingRows(boundOfPhotos, ofPhotos, sums.fullestPhoto),
    units: estimateUnits(
      strata.map(({ size }) => size),
      sums.checked,
      sums.counted,
    ),
    strata,
    open: count(counts, ({ status }) => status === "open"),
    disputed: count(counts, ({ status }) => status === "disputed"),
    toDraw: Math.max(0, plannedRows - drawnRows) + Math.max(0, plannedPhotos - drawnPhotos),
  };
}

const isDrawn = ({ status }: CheckCount): boolean => status !== "undrawn";
const isChecked = ({ status }: CheckCount): boolean => status !== "undrawn" && status !== "open";

const count = (counts: readonly CheckCount[], matches: (entry: CheckCount) => boolean): number =>
  counts.reduce((sum, entry) => (matches(entry) ? sum + entry.count : sum), 0);

function toSample(counts: readonly CheckCount[], at: number, wrong: Wrong): StratumSample {
  const ofStratum = counts.filter(({ stratum }) => stratum === at);
  return {
    size: count(ofStratum, () => true),
    checked: count(ofStratum, isChecked),
    wrong: count(ofStratum, (entry) => entry.status === "disputed" || (entry.status === "settled" && entry[wrong])),
  };
}

function toBound(strata: readonly StratumSample[]): Bound {
  const size = strata.reduce((sum, stratum) => sum + stratum.size, 0);
  const atMost = boundWrong(strata);
  const found = strata.reduce((sum, { wrong }) => sum + wrong, 0);
  return { found, atMost, atMostPercent: size === 0 ? 0 : (100 * atMost) / size };
}

/**
 * The missing rows, from the bound of the photos that lack any. A sample of photos does not bound how many one photo can lack, so this is an
 * assumption: no more than the fullest photo has rows, or than were found.
 */
function boundMissingRows(
  { atMost }: Bound,
  ofPhotos: readonly CheckCount[],
  fullestPhoto: number,
): CertificateFigures["missingRows"] {
  const missing = ofPhotos.reduce((sum, one) => sum + one.missing, 0);
  const known = count(ofPhotos, ({ status, isWrong }) => status === "settled" && isWrong);
  const perPhoto = Math.max(fullestPhoto, missing);
  return { atMost: missing + (atMost - known) * perPhoto, perPhoto };
}

/** Whether the sample is as the plan asks for: without it the figures are preliminary and nothing is certified. */
export const isSampleComplete = ({ rows, open, disputed, toDraw }: CertificateFigures): boolean =>
  rows > 0 && open === 0 && disputed === 0 && toDraw === 0;

/** Checks until at most `percent` of the rows can be wrong, if all further ones are right. */
export function checksNeeded(figures: CertificateFigures, percent: number): number {
  const { strata, open, disputed, toDraw, plannedRows } = figures;
  const needed = plannedSizes({ kind: "until", percent }, strata).reduce((sum, size) => sum + size, 0);
  return open + disputed + toDraw + Math.max(0, needed - plannedRows);
}
