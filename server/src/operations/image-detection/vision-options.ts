import type { DetectionOptions } from "@precount/domain";

/** Detection options under the names of the vision workspace. */
export const toVisionOptions = (options: DetectionOptions) => ({
  limit: options.limit,
  codeConfidence: options.codeConfidenceThreshold,
  quantityConfidence: options.quantityConfidenceThreshold,
});
