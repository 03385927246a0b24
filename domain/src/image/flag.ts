import { z } from "zod";
import type { ImageListItem } from "./image.ts";

/** Flags of an image besides its status; lists can be filtered by them. */
export const IMAGE_FLAGS = ["below", "failed", "no-area"] as const;
export const imageFlagSchema = z.enum(IMAGE_FLAGS);
export type ImageFlag = z.infer<typeof imageFlagSchema>;

type FlaggedImage = Pick<ImageListItem, "status" | "belowThreshold" | "areaCode"> & {
  job: Pick<NonNullable<ImageListItem["job"]>, "state"> | null;
};

/**
 * `below`: the share of valid stickers is below the event's threshold (PD-12). `failed`: the latest detection job
 * failed and the image is neither approved nor rejected. `no-area`: not linked to an area, and not rejected (PD-69).
 * The lists' SQL applies the same rules.
 */
export const imageHasFlag: Readonly<Record<ImageFlag, (image: FlaggedImage) => boolean>> = {
  below: (image) => image.belowThreshold,
  failed: ({ status, job }) => job?.state === "failed" && status !== "approved" && status !== "rejected",
  "no-area": ({ areaCode, status }) => areaCode === null && status !== "rejected",
};

/** Stickers that a model found on an image or a person added, discarded ones included. */
export const foundStickers = ({ stats }: Pick<ImageListItem, "stats">): number =>
  stats.stickerPredictionsCount + stats.addedStickersCount;

/** The percentage that a list shows; null without stickers, of which no share is valid. */
export const shownValidPercent = (image: Pick<ImageListItem, "stats" | "validPercent">): number | null =>
  foundStickers(image) === 0 ? null : image.validPercent;

/**
 * The primary action of an image in a list; all others are in its menu. An image without stickers is reviewed first: it
 * cannot be validated if nothing at all was found on it, and a list does not know its shelves.
 */
export type PrimaryImageAction = "retry" | "recover" | "validate" | "review";
export function primaryImageAction(image: FlaggedImage & Pick<ImageListItem, "stats">): PrimaryImageAction {
  if (imageHasFlag.failed(image)) return "retry";
  if (image.status === "rejected") return "recover";
  return image.status === "pending" && foundStickers(image) > 0 ? "validate" : "review";
}
