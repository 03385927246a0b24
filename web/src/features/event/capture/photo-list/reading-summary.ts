import type { ImageListItem } from "@precount/domain";

/** What was read of a photo, in words that can be read at arm's length. */
export type ReadingSummary = { is: "waiting" | "good" | "poor"; text: string };
export type ReadImage = Pick<ImageListItem, "status" | "stats" | "job">;

/** Below this share of stickers another photo is quicker than correcting by hand. */
const WORTH_RETAKING = 0.8;

/** @param image as the server lists it; undefined where it has not said anything yet */
export function summarizeReading(image: ReadImage | undefined): ReadingSummary {
  if (!image) return { is: "waiting", text: "Sent" };
  const { status, stats, job } = image;
  if (status === "rejected") return { is: "poor", text: "Rejected – take it again?" };
  if (job?.state === "failed") return { is: "poor", text: "Could not be read – take it again?" };
  if (status === "uploaded") return { is: "waiting", text: "Being read…" };
  const { stickerPredictionsCount: found, validStickerPredictionsCount: read } = stats;
  if (found === 0) return { is: "poor", text: "No stickers found – wrong shelf?" };
  const figures = `${read} of ${found} read`;
  return read < WORTH_RETAKING * found
    ? { is: "poor", text: `${figures} – retake from closer?` }
    : { is: "good", text: figures };
}
