import { z } from "zod";
import { hashText } from "../common/text-hash.ts";
import type { Result, ResultClass } from "../detection/result.ts";
import type { Size } from "../geometry/rect.ts";

/** Formats of labeled images that training and labeling tools read (PD-158). */
export const DATASET_FORMATS = ["coco", "yolo", "cvat", "labelstudio", "voc"] as const;
export const datasetFormatSchema = z.enum(DATASET_FORMATS);
export type DatasetFormat = z.infer<typeof datasetFormatSchema>;

export const DATASET_FORMAT_TITLES: Readonly<Record<DatasetFormat, string>> = {
  coco: "COCO",
  yolo: "YOLO (rotated boxes)",
  cvat: "CVAT for images",
  labelstudio: "Label Studio",
  voc: "Pascal VOC",
};

/** Where an image's pixels are: in the archive, or at this installation, which asks for a sign-in. */
export const DATASET_PIXELS = ["files", "links"] as const;

export const datasetOptionsSchema = z.object({
  format: datasetFormatSchema,
  pixels: z.enum(DATASET_PIXELS).default("files"),
  /** Leaves out images that no person has approved. */
  approvedOnly: z.boolean().default(false),
});
export type DatasetOptions = z.infer<typeof datasetOptionsSchema>;

/** Classes by their number in the formats: COCO counts from 1, YOLO from 0. */
export const DATASET_CLASSES = ["sticker", "shelf"] as const satisfies readonly ResultClass[];

export const DATASET_SPLITS = ["train", "val"] as const;
export type DatasetSplit = (typeof DATASET_SPLITS)[number];

/** An image of a dataset, without its boxes. */
export type DatasetImage = {
  /** From 1. */
  id: number;
  sid: string;
  /** A unique plain file name with its extension. */
  file: string;
  /** The file name without its extension, also unique. */
  stem: string;
  /** The address of the upright image; null without an address of the installation. */
  url: string | null;
  /** The upright image, pixels. */
  size: Size;
  split: DatasetSplit;
  areaCode: string | null;
  sha256: string;
  isApproved: boolean;
};

/** An image with the results of its representative detection that are not discarded. */
export type LabeledImage = DatasetImage & { modelName: string; results: readonly Result[] };

/** The share of images that are for validation. */
const VAL_SHARE = 0.2;

/**
 * Splits images by their area, so that photos of one shelf are never in both parts: a model would be judged by what it has
 * learned (PD-158). With fewer than two areas it splits by image. The same images always get the same split.
 * @returns the split of each image, in order
 */
export function splitImages(images: readonly { sid: string; areaCode: string | null }[]): DatasetSplit[] {
  const areas = new Set(images.flatMap(({ areaCode }) => areaCode ?? []));
  const keyOf = ({ sid, areaCode }: (typeof images)[number]): string =>
    areas.size < 2 || areaCode === null ? `image ${sid}` : `area ${areaCode}`;
  const counts = new Map<string, number>();
  for (const image of images) counts.set(keyOf(image), (counts.get(keyOf(image)) ?? 0) + 1);
  const keys = [...counts.keys()].toSorted((a, b) => hashText(a) - hashText(b) || (a < b ? -1 : 1));
  const val = new Set<string>();
  let left = images.length * VAL_SHARE;
  // The last group is never for validation, so that there is something to train with.
  for (const key of keys.slice(0, -1)) {
    if (left <= 0) break;
    val.add(key);
    left -= counts.get(key) ?? 0;
  }
  return images.map((image) => (val.has(keyOf(image)) ? "val" : "train"));
}
