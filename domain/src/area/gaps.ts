import type { Area, AreaStatus } from "./area.ts";

/** Of these somebody must still take a photo: the first, or another. What was rejected comes first, for one thinks it is done. */
export const GAP_STATUSES = ["rejected", "not_taken"] as const satisfies readonly AreaStatus[];

/** An area that is neither photographed nor voided. */
export type AreaGap = Pick<Area, "sid" | "name"> & {
  status: (typeof GAP_STATUSES)[number];
  /** The photo that was rejected, when and by whom (their name); null where none was taken. */
  rejected: { imageSid: string; imageName: string; at: string; by: string } | null;
};

export const isGap = ({ status }: Pick<Area, "status">): boolean => GAP_STATUSES.some((gap) => gap === status);
