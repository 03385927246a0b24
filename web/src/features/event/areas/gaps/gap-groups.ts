import type { AreaGap } from "@precount/domain";

export type RejectedGap = AreaGap & { rejected: NonNullable<AreaGap["rejected"]> };
export type GapGroups = { rejected: RejectedGap[]; untaken: number[] };

/** Separates rejected areas from areas without a photo. */
export function gapGroups(gaps: readonly AreaGap[]): GapGroups {
  const rejected = gaps.flatMap((gap) => (gap.rejected === null ? [] : [{ ...gap, rejected: gap.rejected }]));
  return { rejected, untaken: gaps.flatMap((gap) => (gap.rejected === null ? [Number(gap.name)] : [])) };
}

const figure = (count: number): string => count.toLocaleString("en-GB");

/** The heading of the rejected areas. In a closed event they cannot be photographed again. */
export const rejectedTitle = (isOpen: boolean): string => (isOpen ? "Photograph again" : "Photo rejected");

/** '412 of 2,000 areas still need a photo: 12 to photograph again, 400 not taken'; of a closed event, '412 of 2,000 areas have no photo: …'. */
export function describeGaps({ rejected, untaken }: GapGroups, areas: number, isOpen: boolean): string {
  const missing = rejected.length + untaken.length;
  const parts = [
    ...(rejected.length > 0 ? [`${figure(rejected.length)} ${isOpen ? "to photograph again" : "rejected"}`] : []),
    ...(untaken.length > 0 ? [`${figure(untaken.length)} not taken`] : []),
  ];
  const noun = areas === 1 ? "area" : "areas";
  const [need, have] = missing === 1 ? ["needs", "has"] : ["need", "have"];
  const what = isOpen ? `still ${need} a photo` : `${have} no photo`;
  return `${figure(missing)} of ${figure(areas)} ${noun} ${what}: ${parts.join(", ")}`;
}
