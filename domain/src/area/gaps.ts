import type { Cell } from "../stats/cell.ts";
import { AREA_STATUS_TITLES, type Area, type AreaStatus } from "./area.ts";

/** Of these somebody must still take a photo: the first, or another. What was rejected comes first, for one thinks it is done. */
export const GAP_STATUSES = ["rejected", "not_taken"] as const satisfies readonly AreaStatus[];

/** An area that is neither photographed nor voided. */
export type AreaGap = Pick<Area, "sid" | "name"> & {
  status: (typeof GAP_STATUSES)[number];
  /** The photo that was rejected, when and by whom (their name); null where none was taken. */
  rejected: { imageSid: string; imageName: string; at: string; by: string } | null;
};

export const isGap = ({ status }: Pick<Area, "status">): boolean => GAP_STATUSES.some((gap) => gap === status);

export const GAP_COLUMNS = ["Area", "Status", "Photo", "Rejected by", "Rejected at"] as const;

/** A gap as a row of the list that is downloaded, one cell for each of `GAP_COLUMNS`; the time in ISO 8601. */
export const gapCells = ({ name, status, rejected }: AreaGap): Cell[] => [
  name,
  AREA_STATUS_TITLES[status],
  rejected?.imageName ?? null,
  rejected?.by ?? null,
  rejected?.at ?? null,
];
