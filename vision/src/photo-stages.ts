import { type Rotation, cropScale } from "@precount/domain";
import {
  type PreviewOptions,
  type SearchedPixels,
  type UprightPixels,
  cropsOf,
  decodeUpright,
  searchPixels,
  writePreviews,
} from "@precount/photos";
import type { Detection } from "./model.ts";

/** The stages besides the model that use a photo's pixels while they are decoded for its detection. */
export interface PhotoStages {
  /** The previews to write. */
  previews: readonly PreviewOptions[];
  /** Whether to search for codes and keypoints. */
  search: boolean;
  /** Whether to cut crops of the stickers that the model finds. */
  crops: boolean;
}
export const NO_STAGES: PhotoStages = { previews: [], search: false, crops: false };

/** A WebP file; null for a result without a crop. */
export type StickerCrop = Uint8Array | null;

/** The outcome of a stage. A stage that failed does not end the detection. */
export type StageReport =
  | { stage: "previews"; error: string | null }
  | { stage: "codes"; found: SearchedPixels; error: null }
  | { stage: "codes"; found: null; error: string };

/** The maximum long edge of pixels that are decoded only for these stages. */
const MAX_EDGE_PX = 8192;

/**
 * Makes the previews first, because a person may be waiting for them, then searches for codes and keypoints. Reports each stage when it
 * ends. Returns the duration of each, milliseconds.
 * @param photo decoded for the detection; another decode follows if that reduced it
 */
export async function runPhotoStages(
  photo: UprightPixels & { path: string },
  rotation: Rotation,
  { previews, search }: PhotoStages,
  report: (report: StageReport) => void,
): Promise<{ previews?: number; codes?: number }> {
  const elapsedMs: { previews?: number; codes?: number } = {};
  if (previews.length === 0 && !search) return elapsedMs;
  let pixels: Promise<UprightPixels> | undefined;
  const decoded = (): Promise<UprightPixels> =>
    (pixels ??=
      photo.scale === 1
        ? Promise.resolve(photo)
        : decodeUpright(photo.path, rotation, (edge) => Math.min(edge, MAX_EDGE_PX)));
  if (previews.length > 0) {
    const startedAt = performance.now();
    const { error } = await settle(async () => writePreviews(await decoded(), previews));
    report({ stage: "previews", error });
    elapsedMs.previews = performance.now() - startedAt;
  }
  if (search) {
    const startedAt = performance.now();
    const { value, error } = await settle(async () => searchPixels(await decoded()));
    report(error === null ? { stage: "codes", found: value, error } : { stage: "codes", found: null, error });
    elapsedMs.codes = performance.now() - startedAt;
  }
  return elapsedMs;
}

/**
 * Crops of stickers in the order of the detections; null for a shelf. There are none if cutting them failed, or if the photo was decoded
 * with fewer pixels than they need: the job make-crops makes them.
 */
export async function cutStickers(photo: UprightPixels, detections: readonly Detection[]): Promise<StickerCrop[]> {
  const stickers = detections.filter(({ label }) => label === "sticker");
  const rects = stickers.map(({ rect }) => rect);
  if (rects.some((rect) => cropScale(rect) > photo.scale)) return [];
  const { value } = await settle(() => cropsOf(photo, rects));
  const crops = new Map(stickers.map((sticker, n) => [sticker, value?.[n] ?? null]));
  return detections.map((detection) => crops.get(detection) ?? null);
}

type Settled<T> = { value: T; error: null } | { value: null; error: string };

/** Returns the error's message instead of throwing. */
async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await work(), error: null };
  } catch (error) {
    return { value: null, error: error instanceof Error ? error.message : String(error) };
  }
}
