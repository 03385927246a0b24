import type { AreaGap } from "@precount/domain";

export type RejectedGap = AreaGap & { rejected: NonNullable<AreaGap["rejected"]> };
export type GapGroups = { rejected: RejectedGap[]; untaken: number[] };

/** Separates rejected areas from areas without a photo. */
export function gapGroups(gaps: readonly AreaGap[]): GapGroups {
  const rejected = gaps.flatMap((gap) => (gap.rejected === null ? [] : [{ ...gap, rejected: gap.rejected }]));
  return { rejected, untaken: gaps.flatMap((gap) => (gap.rejected === null ? [Number(gap.name)] : [])) };
}

const figure = (count: number): string => count.toLocaleString("en-GB");

/** '412 of 2,000 areas still need a photo: 12 to photograph again, 400 not taken'. */
export function describeGaps({ rejected, untaken }: GapGroups, areas: number): string {
  const missing = rejected.length + untaken.length;
  const parts = [
    ...(rejected.length > 0 ? [`${figure(rejected.length)} to photograph again`] : []),
    ...(untaken.length > 0 ? [`${figure(untaken.length)} not taken`] : []),
  ];
  const noun = areas === 1 ? "area" : "areas";
  const verb = missing === 1 ? "needs" : "need";
  return `${figure(missing)} of ${figure(areas)} ${noun} still ${verb} a photo: ${parts.join(", ")}`;
}
