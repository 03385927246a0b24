import { type Area, type AreaRun, type AreaStatus, areaRuns } from "@precount/domain";
import { countOf } from "../filter.ts";

/** What a wall view says of an event's areas. */
export type WallFigures = {
  counts: Readonly<Record<AreaStatus, number>>;
  total: number;
  /** Accepted or voided: nobody has to do anything about them any more. */
  accountedFor: number;
  /** Whole percent, rounded down: 100 is all of them. */
  accountedForPercent: number;
  /** Of those that need a photo; null when none does. */
  photographedPercent: number | null;
  toPhotographAgain: readonly AreaRun[];
  untouched: readonly AreaRun[];
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
    untouched: runsOf(areas, "not_taken"),
  };
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((100 * part) / whole));

const runsOf = (areas: readonly Area[], status: AreaStatus): AreaRun[] =>
  areaRuns(areas.flatMap((area) => (area.status === status ? [Number(area.name)] : [])));
