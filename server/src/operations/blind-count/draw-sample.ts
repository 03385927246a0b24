import {
  type CertificateFigures,
  PHOTO_STRATUM,
  ROW_STRATA,
  certificateFigures,
  photoSampleSize,
  plannedSizes,
} from "@precount/domain";
import type { BlindCountRow } from "../../db/blind-counts/counts.ts";
import { type CountedPopulation, countChecks, drawUnits, readRowSums } from "../../db/blind-counts/sample.ts";
import type { Transaction } from "../../db/connect.ts";
import { extendPopulation } from "./extend-population.ts";

/** The part of the population that is in the report, and its figures. */
export type Sample = { counted: CountedPopulation; figures: CertificateFigures };

/**
 * Brings the population up to date and draws what the plan asks for. A plan that draws until a bound is reached waits for the answers
 * to the checks that are drawn. The blind count must be locked.
 */
export async function drawSample(tx: Transaction, count: BlindCountRow): Promise<Sample> {
  const { detectionSids, hasChanged } = await extendPopulation(tx, count);
  const counted = { countSid: count.sid, detectionSids };
  const figures = await readFigures(tx, count, counted);
  const isWaiting = count.rule.kind === "until" && figures.open + figures.disputed > 0;
  if (!hasChanged && (isWaiting || figures.toDraw === 0)) return { counted, figures };
  const drawn = await drawUnits(tx, counted, isWaiting ? NO_MORE : sizesOf(count, figures));
  return { counted, figures: drawn === 0 ? figures : await readFigures(tx, count, counted) };
}

/** Draws only new rows whose keys are below the last drawn ones. */
const NO_MORE: readonly number[] = [...ROW_STRATA, PHOTO_STRATUM].map(() => 0);

/** The planned number of units of each stratum. */
function sizesOf({ rule }: BlindCountRow, { strata, rows: size, photos }: CertificateFigures): number[] {
  const rows = plannedSizes(rule, strata);
  const drawn = rows.reduce((sum, planned) => sum + planned, 0);
  return [...rows, photoSampleSize(photos.size, { size, drawn })];
}

const readFigures = async (
  tx: Transaction,
  { rule }: BlindCountRow,
  counted: CountedPopulation,
): Promise<CertificateFigures> =>
  certificateFigures(rule, await countChecks(tx, counted), await readRowSums(tx, counted));
