import type { DetectionStatus } from "../detection/image-detection.ts";
import type { ImageStatus } from "./image.ts";

/** One detection as an image's status sees it; `allValid` as validity.ts says it of the results. */
export type DetectionSummary = { status: DetectionStatus; allValid: boolean };

/** Decision 13, in its order. Deleted detections are records and count for nothing. */
export function deriveImageStatus(image: {
  rejected: boolean;
  detections: readonly DetectionSummary[];
}): Exclude<ImageStatus, "not_taken"> {
  if (image.rejected) return "rejected";
  const live = image.detections.filter((detection) => detection.status !== "discarded");
  if (live.some(({ status }) => status === "validated" || status === "selected")) return "approved";
  if (live.some((detection) => detection.allValid)) return "pending";
  return live.length > 0 ? "processed" : "uploaded";
}

type Dated = { status: DetectionStatus; validatedAt: string | Date | null };

/** The detection that stands for an image in the report: its selected one, else the newest validated (decision 24). */
export function reportDetection<D extends Dated>(detections: readonly D[]): D | null {
  const selected = detections.find((detection) => detection.status === "selected");
  if (selected !== undefined) return selected;
  const time = ({ validatedAt }: D): number => (validatedAt === null ? 0 : new Date(validatedAt).getTime());
  const validated = detections.filter((detection) => detection.status === "validated");
  return validated.toSorted((a, b) => time(b) - time(a))[0] ?? null;
}

export type RankedDetection = Dated & { sid: string; inferredAt: string | Date };

/** What an image's counts are of: what its report would show, else the latest that a model found (keep_image_counts). */
export function representativeDetection<D extends RankedDetection>(detections: readonly D[]): D | null {
  const time = ({ inferredAt }: D): number => new Date(inferredAt).getTime();
  const live = detections.filter(({ status }) => status !== "discarded");
  const latest = live.toSorted((a, b) => time(b) - time(a) || (a.sid < b.sid ? -1 : 1));
  return reportDetection(live) ?? latest[0] ?? null;
}
