import type { Cell } from "../stats/cell.ts";
import { AREA_STATUS_TITLES, type Area, type AreaStatus } from "./area.ts";

/** Statuses of areas that still need a photo. Rejected areas come first, because people believe those are done. */
export const GAP_STATUSES = ["rejected", "not_taken"] as const satisfies readonly AreaStatus[];

/** An area that needs a photo: none was taken, or the current one was rejected. */
export type AreaGap = Pick<Area, "sid" | "name"> & {
  status: (typeof GAP_STATUSES)[number];
  /** The rejected photo, when, by whom (their name) and why; null if no photo was taken. */
  rejected: { imageSid: string; imageName: string; at: string; by: string; reason: string | null } | null;
};

export const isGap = ({ status }: Pick<Area, "status">): boolean => GAP_STATUSES.some((gap) => gap === status);

export const GAP_COLUMNS = ["Area", "Status", "Photo", "Rejected by", "Rejected at", "Reason"] as const;

/** One row of the downloaded list, with a cell per entry of `GAP_COLUMNS`; times in ISO 8601. */
export const gapCells = ({ name, status, rejected }: AreaGap): Cell[] => [
  name,
  AREA_STATUS_TITLES[status],
  rejected?.imageName ?? null,
  rejected?.by ?? null,
  rejected?.at ?? null,
  rejected?.reason ?? null,
];
