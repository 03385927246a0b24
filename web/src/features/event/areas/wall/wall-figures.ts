import {
  type Area,
  type AreaCounts,
  type AreaProgress,
  type AreaRun,
  type AreaStatus,
  areaProgress,
  areaRuns,
} from "@precount/domain";
import { countOf } from "../filter.ts";

/** The figures of the wall view. Areas are counts; the only percentage is the event's progress (PD-69). */
export type WallFigures = AreaProgress & {
  counts: AreaCounts;
  /** Number of areas with a photo that is not rejected. */
  photographed: number;
  toPhotographAgain: readonly AreaRun[];
  notPhotographed: readonly AreaRun[];
};

export function wallFigures(areas: readonly Area[]): WallFigures {
  const counts = countOf(areas);
  return {
    ...areaProgress(counts),
    counts,
    photographed: counts.approved + counts.pending,
    toPhotographAgain: runsOf(areas, "rejected"),
    notPhotographed: runsOf(areas, "not_taken"),
  };
}

const runsOf = (areas: readonly Area[], status: AreaStatus): AreaRun[] =>
  areaRuns(areas.flatMap((area) => (area.status === status ? [Number(area.name)] : [])));
