import type { DetectionOptions } from "@precount/domain";
import type { DetectOptions } from "@precount/vision";

/** What a person may set, as vision names it. */
export const toVisionOptions = (options: DetectionOptions): DetectOptions => ({
  limit: options.limit,
  codeConfidence: options.codeConfidenceThreshold,
  quantityConfidence: options.quantityConfidenceThreshold,
});
