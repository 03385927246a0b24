import type { ImageListItem } from "@precount/domain";

/** The server's reading of a photo, short enough for a phone at arm's length. */
export type ReadingSummary = { is: "waiting" | "good" | "poor"; text: string };
export type ReadImage = Pick<ImageListItem, "status" | "stats" | "job">;

/**
 * Doubtful stickers are no reason for another photo: handwriting stays doubtful from closer. The phone itself says before
 * sending when stickers are too far away.
 *
 * @param image undefined until the server lists it
 */
export function summarizeReading(image: ReadImage | undefined): ReadingSummary {
  if (!image) return { is: "waiting", text: "Sent" };
  const { status, stats, job } = image;
  if (status === "rejected") return { is: "poor", text: "Rejected – take it again?" };
  if (job?.state === "failed") return { is: "poor", text: "Could not be read – take it again?" };
  if (status === "uploaded") return { is: "waiting", text: "Being read…" };
  const { stickerPredictionsCount: found, validStickerPredictionsCount: valid } = stats;
  if (found === 0) return { is: "poor", text: "No stickers found – wrong shelf?" };
  const doubtful = found - valid;
  return { is: "good", text: `${valid} of ${found} read${doubtful > 0 ? `, ${doubtful} to review` : ""}` };
}
