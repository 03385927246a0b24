import type { Result } from "../detection/result.ts";
import { resultEdit } from "../detection/patched-fields.ts";

/** The confidence of a sticker's least certain reading, as the model gave it: typing a value does not change the band. */
export const CONFIDENCE_BANDS = ["low", "medium", "high"] as const;
export type ConfidenceBand = (typeof CONFIDENCE_BANDS)[number];

/** The lowest confidences of the bands `medium` and `high`. Below 0.7, the default threshold, a code needs a person. */
const MEDIUM_FROM = 0.7;
const HIGH_FROM = 0.95;

/**
 * A stratum of the rows of an event. The order is the index that is stored with each row.
 * `isHandwritten`: a model read at least one of the values as handwriting. Models that do not tell print from handwriting set it to false.
 */
export type RowStratum = { isHandwritten: boolean; band: ConfidenceBand; isEdited: boolean };
export const ROW_STRATA: readonly RowStratum[] = [false, true].flatMap((isHandwritten) =>
  CONFIDENCE_BANDS.flatMap((band) => [false, true].map((isEdited) => ({ isHandwritten, band, isEdited }))),
);
/** The stratum of whole photos, in which missing stickers are searched. */
export const PHOTO_STRATUM = ROW_STRATA.length;

/**
 * How often rows of a stratum are drawn, compared with confident printed rows that only a model read. Errors are more frequent where a
 * model doubted, where a person typed, and in handwriting. A higher weight finds more of them, but rows elsewhere are then drawn less often.
 */
const BAND_WEIGHTS: Readonly<Record<ConfidenceBand, number>> = { low: 2, medium: 1.5, high: 1 };
const EDITED_WEIGHT = 1.5;
/** Doubts and edits are frequent in handwriting already. At 1.5, proving 1 % in a large event takes 640 checks instead of 520. */
const HANDWRITTEN_WEIGHT = 1.1;
export const weightOf = ({ isHandwritten, band, isEdited }: RowStratum): number =>
  BAND_WEIGHTS[band] * (isEdited ? EDITED_WEIGHT : 1) * (isHandwritten ? HANDWRITTEN_WEIGHT : 1);

/** The band of the model's reading. A sticker that a person drew has no such reading; it is in the lowest band. */
function bandOf({ original }: Result): ConfidenceBand {
  if (original === null) return "low";
  const least = Math.min(original.code.confidence ?? 0, original.quantity?.confidence ?? 0);
  if (least >= HIGH_FROM) return "high";
  return least >= MEDIUM_FROM ? "medium" : "low";
}

/** The index of a sticker's stratum in `ROW_STRATA`. */
export function rowStratum(result: Result): number {
  const isEdited = result.original === null || resultEdit(result) !== null;
  const isHandwritten = result.writing === "mixed" || result.writing === "hand";
  const band = bandOf(result);
  return ROW_STRATA.findIndex(
    (stratum) => stratum.isHandwritten === isHandwritten && stratum.band === band && stratum.isEdited === isEdited,
  );
}
