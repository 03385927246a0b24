import { z } from "zod";

/** The least certainty, in percent, above which an event may merge pairs automatically. */
export const MIN_MERGE_PERCENT = 90;
/** Percent; null when no pair is merged automatically, the default. */
export const mergePercentSchema = z.number().min(MIN_MERGE_PERCENT).max(100).nullable();
