import { z } from "zod";
import { patternOf } from "../detection/validity.ts";
import type { Reading } from "../detection/reading.ts";
import type { Prediction, ResultClass } from "../detection/result.ts";
import type { DetectionOptions } from "../detection/options.ts";
import { clampRect } from "../geometry/clamp.ts";
import type { Rect, Size } from "../geometry/rect.ts";
import { DATASET_CLASSES } from "./format.ts";

/** The name of the model under which imported boxes are stored (PD-159). No worker runs it. */
export const IMPORTED_MODEL = "imported";
/** The most boxes of one image, as for a model. */
export const MAX_IMPORTED_BOXES = 1000;

const idSchema = z.union([z.number().int(), z.string().max(120)]).transform(String);
const sideSchema = z.number().int().min(1).max(100_000);
const pxSchema = z.number().min(-100_000).max(200_000);
const textSchema = z.union([z.string().max(64), z.number().int().transform(String)]);
const shareSchema = z.number().min(0).max(1);

export const cocoImageSchema = z.object({
  id: idSchema,
  file_name: z.string().max(1000),
  width: sideSchema,
  height: sideSchema,
  /** Written by Precount: they identify a renamed image. */
  sid: z.string().max(24).optional(),
  sha256: z.string().max(64).optional(),
});
export const cocoCategorySchema = z.object({ id: idSchema, name: z.string().max(200) });
export const cocoAnnotationSchema = z.object({
  image_id: idSchema,
  category_id: idSchema,
  bbox: z.tuple([pxSchema, pxSchema, z.number().min(0).max(100_000), z.number().min(0).max(100_000)]),
  /** Polygons; run lengths of crowds are ignored. */
  segmentation: z.unknown().optional(),
  score: shareSchema.optional(),
  attributes: z
    .object({
      rotation: z.number().min(-360).max(360).optional(),
      code: textSchema.optional(),
      code_confidence: shareSchema.nullish(),
      quantity: textSchema.optional(),
      quantity_confidence: shareSchema.nullish(),
    })
    .default({}),
});
export type CocoImage = z.infer<typeof cocoImageSchema>;
export type CocoAnnotation = z.infer<typeof cocoAnnotationSchema>;

/** The class with a category's name; null for another category. */
export const classOfCategory = (name: string): ResultClass | null =>
  DATASET_CLASSES.find((known) => known === name.trim().toLowerCase()) ?? null;

const cornersSchema = z.tuple([z.array(pxSchema).length(8)]);

/** An annotation as a prediction. @param scale pixels of the photo for each pixel of the file's image, which may be a reduced copy */
export function predictionOf(
  label: ResultClass,
  { bbox, segmentation, score = 1, attributes }: CocoAnnotation,
  { size, scale, thresholds }: { size: Size; scale: number; thresholds: DetectionOptions },
): Prediction {
  const { rotation = 0, code = "", quantity = "" } = attributes;
  const angle = rotation < 0 ? rotation + 360 : rotation;
  const corners = angle === 0 ? undefined : cornersSchema.safeParse(segmentation).data?.[0];
  const [left, top, width, height] = bbox;
  const rect = corners ? fromCorners(corners, angle) : { x: left, y: top, width, height, angle };
  const read = (field: "code" | "quantity", value: string, confidence: number | null | undefined): Reading => {
    const threshold = field === "code" ? thresholds.codeConfidenceThreshold : thresholds.quantityConfidenceThreshold;
    const isCertain = (confidence ?? 1) >= threshold;
    return {
      value,
      pattern: isCertain ? patternOf(label, field, value) : null,
      ...(typeof confidence === "number" && { confidence }),
    };
  };
  return {
    label,
    rect: clampRect(scaled(rect, scale), size, label),
    confidence: score,
    code: read("code", code, attributes.code_confidence),
    ...(label === "sticker" && { quantity: read("quantity", quantity, attributes.quantity_confidence) }),
    values: [],
  };
}

/** The box whose corners, clockwise from its own top left one, these are. */
function fromCorners(corners: readonly number[], angle: number): Rect {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
  const width = Math.round(Math.hypot(x1 - x0, y1 - y0));
  const height = Math.round(Math.hypot(x2 - x1, y2 - y1));
  return { x: (x0 + x2) / 2 - width / 2, y: (y0 + y2) / 2 - height / 2, width, height, angle };
}

const scaled = ({ x, y, width, height, angle }: Rect, scale: number): Rect => ({
  x: x * scale,
  y: y * scale,
  width: Math.max(1, width * scale),
  height: Math.max(1, height * scale),
  ...(angle !== undefined && { angle }),
});

/** Sides of a reduced copy may be rounded by a pixel or two. */
const MAX_RATIO_DIFFERENCE = 0.01;

/** The photo's pixels for one of a copy's; null if the copy has another shape, such as a photo that was not turned upright. */
export function copyScale(copy: Size, photo: Size): number | null {
  if (copy.width === photo.width && copy.height === photo.height) return 1;
  const [across, down] = [photo.width / copy.width, photo.height / copy.height];
  return Math.abs(across / down - 1) <= MAX_RATIO_DIFFERENCE ? across : null;
}

/** The largest file, bytes. A box takes about 300. */
export const COCO_FILE_LIMIT = 100 * 1024 * 1024;

/** The outcome of an import of boxes. */
export const datasetImportSummarySchema = z.object({
  images: z.number().int(),
  boxes: z.number().int(),
  /** Boxes of categories other than sticker and shelf. */
  otherBoxes: z.number().int(),
  skipped: z.number().int(),
  /** The first skipped images of the file, with the reason. */
  skippedImages: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type DatasetImportSummary = z.infer<typeof datasetImportSummarySchema>;
