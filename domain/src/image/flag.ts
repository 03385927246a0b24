import { z } from "zod";
import type { ImageListItem } from "./image.ts";

/** What marks an image besides its status: a list can be narrowed to those that have a mark. */
export const IMAGE_FLAGS = ["below", "failed"] as const;
export const imageFlagSchema = z.enum(IMAGE_FLAGS);
export type ImageFlag = z.infer<typeof imageFlagSchema>;

type Marked = Pick<ImageListItem, "status" | "belowThreshold"> & {
  job: Pick<NonNullable<ImageListItem["job"]>, "state"> | null;
};

/**
 * `below`: fewer of its stickers are valid than the event wants (decision 12). `failed`: the latest detection failed and
 * nobody has settled the image meanwhile, so somebody has to do something. The lists' SQL says the same.
 */
export const imageHasFlag: Readonly<Record<ImageFlag, (image: Marked) => boolean>> = {
  below: (image) => image.belowThreshold,
  failed: ({ status, job }) => job?.state === "failed" && status !== "approved" && status !== "rejected",
};

/** The one thing to do with an image of a list, by its state; all else stands in its menu. */
export type MainImageAction = "retry" | "recover" | "validate" | "review";
export function mainImageAction(image: Marked): MainImageAction {
  if (imageHasFlag.failed(image)) return "retry";
  if (image.status === "rejected") return "recover";
  return image.status === "pending" ? "validate" : "review";
}
