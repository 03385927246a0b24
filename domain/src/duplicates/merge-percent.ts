import { z } from "zod";

/** The least certainty, in percent, above which an event may merge pairs automatically. */
export const MIN_MERGE_PERCENT = 90;
const MESSAGE = `The certainty must be a number from ${MIN_MERGE_PERCENT} to 100`;
/** Percent; null when no pair is merged automatically, the default. */
export const mergePercentSchema = z.number(MESSAGE).min(MIN_MERGE_PERCENT, MESSAGE).max(100, MESSAGE).nullable();
