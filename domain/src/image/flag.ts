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

/** The primary action of an image in a list; all others are in its menu. */
export type PrimaryImageAction = "retry" | "recover" | "validate" | "review";
export function primaryImageAction(image: FlaggedImage): PrimaryImageAction {
  if (imageHasFlag.failed(image)) return "retry";
  if (image.status === "rejected") return "recover";
  return image.status === "pending" ? "validate" : "review";
}
