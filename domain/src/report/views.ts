import type { Size } from "../geometry/rect.ts";
import type { ReportRow } from "./report.ts";
import type { RowSource, ValueOrigin } from "./row-source.ts";

/** Sort orders of a report's rows; without one, the order of the report. A leading '-' means descending. */
export const REPORT_ROW_SORTS = ["areaCode", "-areaCode", "code", "-code", "quantity", "-quantity"] as const;
export type ReportRowSort = (typeof REPORT_ROW_SORTS)[number];

/** The image of a row and who approved it, when the report was created. */
export type RowEvidence = Pick<RowSource, "index" | "rect" | "origin"> & {
  image: Size & { sid: string; name: string; src: string };
  /** The image was rotated since: the box belongs to the upright frame of before. */
  isRotated: boolean;
  approvedBy: string;
  approvedAt: string;
};

/** A row as a screen shows it. `evidence` is null in reports from before row sources were stored. */
export type ShownReportRow = ReportRow & {
  /** Counts from 1, in the order of the report. */
  position: number;
  /** From the item list of the event. */
  description: string | null;
  evidence: RowEvidence | null;
};

export const REPORT_GROUPINGS = ["area", "department"] as const;
export type ReportGrouping = (typeof REPORT_GROUPINGS)[number];

export const REPORT_GROUP_SORTS = ["name", "-name", "rows", "-rows", "quantity", "-quantity"] as const;
export type ReportGroupSort = (typeof REPORT_GROUP_SORTS)[number];

/** The sum of the rows of one area or department; the name is empty for rows without one. */
export type ReportGroup = { name: string; rows: number; quantity: number; skus: number };

export type ReportFigures = {
  /** The areas and the codes with the most units, the largest first. */
  areas: { area: string; quantity: number }[];
  codes: { code: string; description: string | null; quantity: number }[];
  /** Number of rows by the origin of their values; null in reports from before it was stored. */
  origins: Readonly<Record<ValueOrigin, number>> | null;
};
