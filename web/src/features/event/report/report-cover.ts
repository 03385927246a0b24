import type { ReportExceptionKind } from "@precount/domain";
import type { RouterOutputs } from "../../../shared/api/trpc.ts";

/** A report without rows, totals per SKU and exceptions. */
export type ReportCover = RouterOutputs["project"]["getReportCover"];

/** The titles of the kinds of exceptions. */
export const EXCEPTION_TITLES: Readonly<Record<ReportExceptionKind, string>> = {
  "no-shelf": "Stickers without a shelf",
  "area-without-photo": "Areas without a photo",
  "area-photo-rejected": "Areas whose photo was rejected",
  "image-without-area": "Photos without an area",
  "image-not-counted": "Photos that do not count",
  "image-rejected": "Rejected photos",
  "sticker-counted-once": "Stickers in two photos, counted once",
};

export const figure = (value: number): string => value.toLocaleString("en-GB");

export const exceptionCount = ({ exceptions }: ReportCover): number =>
  exceptions.reduce((sum, { count }) => sum + count, 0);

/** '+12', '−3', '0'. */
export const signedFigure = (value: number): string =>
  value === 0 ? "0" : `${value > 0 ? "+" : "−"}${figure(Math.abs(value))}`;
