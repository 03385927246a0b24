import { type Area, type AreaRun, type AreaStatus, areaRuns } from "@precount/domain";
import { countOf } from "../filter.ts";

/** The figures of the wall view. */
export type WallFigures = {
  counts: Readonly<Record<AreaStatus, number>>;
  total: number;
  /** Accepted or voided: no more work to do. */
  accountedFor: number;
  /** Whole percent, rounded down, so that 100 means all. */
  accountedForPercent: number;
  /** The share of the areas that need a photo; null when none does. */
  photographedPercent: number | null;
  toPhotographAgain: readonly AreaRun[];
  notPhotographed: readonly AreaRun[];
};

export function wallFigures(areas: readonly Area[]): WallFigures {
  const counts = countOf(areas);
  const total = areas.length;
  const accountedFor = counts.approved + counts.voided;
  const needed = total - counts.voided;
  return {
    counts,
    total,
    accountedFor,
    accountedForPercent: percent(accountedFor, total),
    photographedPercent: needed === 0 ? null : percent(counts.approved + counts.pending, needed),
    toPhotographAgain: runsOf(areas, "rejected"),
    notPhotographed: runsOf(areas, "not_taken"),
  };
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole));

const runsOf = (areas: readonly Area[], status: AreaStatus): AreaRun[] =>
  areaRuns(areas.flatMap((area) => (area.status === status ? [Number(area.name)] : [])));
