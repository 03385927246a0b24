import type { ReliabilityBin } from "@precount/domain";

/** The curve of one model in a reliability diagram. */
export type ReliabilityCurve = { key: string; title: string; bins: readonly ReliabilityBin[] };

/** A point of a curve, both from 0 to 100 percent. */
type Point = { certainty: number; right: number };

export const RELIABILITY_HEIGHT_PX = 240;

/** A point for each bin with values: the middle of its certainties, and the share of right values. */
export const pointsOf = ({ bins }: ReliabilityCurve): Point[] =>
  bins
    .filter(({ values }) => values > 0)
    .map(({ from, to, values, right }) => ({ certainty: 50 * (from + to), right: (100 * right) / values }));

/** The bins as rows of a table: 'Before, 90–100 %', '97 % of 120'. */
export const rowsOf = (curves: readonly ReliabilityCurve[]): { key: string; label: string; value: string }[] =>
  curves.flatMap(({ key, title, bins }) =>
    bins
      .filter(({ values }) => values > 0)
      .map(({ from, to, values, right }) => ({
        key: `${key} ${from}`,
        label: `${title}, ${Math.round(100 * from)}–${Math.round(100 * to)} %`,
        value: `${Math.round((100 * right) / values)} % of ${values}`,
      })),
  );
