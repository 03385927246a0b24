import type { DetectionStatus } from "../detection/image-detection.ts";
import type { ImageStatus } from "./image.ts";

/** A detection's part in its image's status; `allValid` is computed by validity.ts. */
export type DetectionSummary = { status: DetectionStatus; allValid: boolean };

/** The status of an image, in the order of PD-13. Deleted detections are ignored. */
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

/** The detection used in the report: the selected one, else the newest validated one (PD-24). */
export function reportDetection<D extends Dated>(detections: readonly D[]): D | null {
  const selected = detections.find((detection) => detection.status === "selected");
  if (selected !== undefined) return selected;
  const time = ({ validatedAt }: D): number => (validatedAt === null ? 0 : new Date(validatedAt).getTime());
  const validated = detections.filter((detection) => detection.status === "validated");
  return validated.toSorted((a, b) => time(b) - time(a))[0] ?? null;
}

export type RankedDetection = Dated & { sid: string; inferredAt: string | Date };

/**
 * The detection that an image's counts come from: the one in the report, else the latest. The SQL trigger
 * `keep_image_counts` uses the same rule.
 */
export function representativeDetection<D extends RankedDetection>(detections: readonly D[]): D | null {
  const time = ({ inferredAt }: D): number => new Date(inferredAt).getTime();
  const live = detections.filter(({ status }) => status !== "discarded");
  const latest = live.toSorted((a, b) => time(b) - time(a) || (a.sid < b.sid ? -1 : 1));
  return reportDetection(live) ?? latest[0] ?? null;
}
