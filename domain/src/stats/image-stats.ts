import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { imageStatsSchema } from "../detection/image-detection.ts";
import { rotationSchema } from "../geometry/orientation.ts";
import { imageMetadataSchema, imageStatusSchema } from "../image/image.ts";
import type { Cell } from "./cell.ts";

/** A row of the image statistics (PD-37). */
export const imageStatsRowSchema = z.object({
  sid: sidSchema,
  name: z.string(),
  status: imageStatusSchema,
  areaCode: z.string().nullable(),
  /** The model of the representative detection; null without one. */
  model: z.string().nullable(),
  /** The share of valid stickers, as in the image list; null without a sticker. */
  validPercent: z.number().int().min(0).max(100).nullable(),
  stats: imageStatsSchema,
  metadata: imageMetadataSchema,
  /** Upright pixels. */
  width: z.number().int(),
  height: z.number().int(),
  sizeBytes: z.number().int(),
  rotation: rotationSchema,
  capturedAt: isoDateSchema.nullable(),
  createdAt: isoDateSchema,
});
export type ImageStatsRow = z.infer<typeof imageStatsRowSchema>;

/** Totals over many rows. */
export const imageStatsTotalsSchema = imageStatsRowSchema
  .pick({ validPercent: true, stats: true, sizeBytes: true })
  .extend({ images: z.number().int() });
export type ImageStatsTotals = z.infer<typeof imageStatsTotalsSchema>;

type Column = {
  key: string;
  title: string;
  /** How a screen formats the value; exports contain the plain value. */
  kind: "text" | "status" | "count" | "percent" | "bytes" | "date";
  isSortable: boolean;
  value: (row: ImageStatsRow) => Cell;
};

/** Columns of the statistics, the same on the screen and in the download (PD-37). */
export const IMAGE_STATS_COLUMNS = [
  { key: "name", title: "Name", kind: "text", isSortable: true, value: (row) => row.name },
  { key: "status", title: "Status", kind: "status", isSortable: true, value: (row) => row.status },
  { key: "areaCode", title: "Area", kind: "text", isSortable: true, value: (row) => row.areaCode },
  { key: "storeNumber", title: "Store", kind: "text", isSortable: true, value: ({ metadata }) => metadata.storeNumber },
  { key: "bayCode", title: "Aisle/Bay", kind: "text", isSortable: true, value: ({ metadata }) => metadata.bayCode },
  { key: "shelfCode", title: "Shelf", kind: "text", isSortable: true, value: ({ metadata }) => metadata.shelfCode },
  { key: "model", title: "Model", kind: "text", isSortable: false, value: (row) => row.model },
  {
    key: "validPercent",
    title: "Valid detections",
    kind: "percent",
    isSortable: true,
    value: (row) => row.validPercent,
  },
  {
    key: "stickerPredictionsCount",
    title: "Sticker predictions",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.stickerPredictionsCount,
  },
  {
    key: "validStickerPredictionsCount",
    title: "Valid predictions",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.validStickerPredictionsCount,
  },
  {
    key: "patchedStickersCount",
    title: "Patched stickers",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.patchedStickersCount,
  },
  {
    key: "confirmedStickersCount",
    title: "Confirmed stickers",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.confirmedStickersCount,
  },
  {
    key: "patchedStickersCodesCount",
    title: "Patched codes",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.patchedStickersCodesCount,
  },
  {
    key: "patchedStickersQuantitiesCount",
    title: "Patched quantities",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.patchedStickersQuantitiesCount,
  },
  {
    key: "addedStickersCount",
    title: "Added stickers",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.addedStickersCount,
  },
  {
    key: "discardedStickersCount",
    title: "Discarded stickers",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.discardedStickersCount,
  },
  {
    key: "codesWithLeadingZeroCount",
    title: "Codes with leading zero",
    kind: "count",
    isSortable: true,
    value: ({ stats }) => stats.codesWithLeadingZeroCount,
  },
  { key: "width", title: "Width", kind: "count", isSortable: false, value: (row) => row.width },
  { key: "height", title: "Height", kind: "count", isSortable: false, value: (row) => row.height },
  { key: "sizeBytes", title: "Size", kind: "bytes", isSortable: true, value: (row) => row.sizeBytes },
  { key: "rotation", title: "Rotation", kind: "text", isSortable: false, value: (row) => row.rotation },
  { key: "camera", title: "Camera", kind: "text", isSortable: false, value: ({ metadata }) => cameraOf(metadata) },
  { key: "capturedAt", title: "Captured", kind: "date", isSortable: true, value: (row) => row.capturedAt },
  { key: "createdAt", title: "Uploaded", kind: "date", isSortable: true, value: (row) => row.createdAt },
] as const satisfies readonly Column[];

type AnyColumn = (typeof IMAGE_STATS_COLUMNS)[number];
export type ImageStatsColumn = AnyColumn["key"];
type SortableColumn = Extract<AnyColumn, { isSortable: true }>["key"];
export type ImageStatsSort = SortableColumn | `-${SortableColumn}`;

/** Sort orders; a leading '-' means descending. */
export const IMAGE_STATS_SORTS: readonly ImageStatsSort[] = IMAGE_STATS_COLUMNS.flatMap((column) =>
  column.isSortable ? [column.key, `-${column.key}` as const] : [],
);

/** The cells of a row in the download. */
export const imageStatsCells = (row: ImageStatsRow): Cell[] => IMAGE_STATS_COLUMNS.map(({ value }) => value(row));

/** Many cameras repeat the brand in the model name. */
function cameraOf({ brand, model }: ImageStatsRow["metadata"]): string | null {
  if (brand === null || model === null) return brand ?? model;
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${brand} ${model}`;
}
