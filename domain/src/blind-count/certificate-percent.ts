import { z } from "zod";

/** The smallest percentage that a sample can be asked to exclude. Below it nearly every row has to be checked. */
const MIN_PERCENT = 0.1;

/** A percentage of wrong rows that a sample excludes. */
export const wrongPercentSchema = z
  .number("Enter a percentage.")
  .min(MIN_PERCENT, `The percentage must be at least ${MIN_PERCENT}.`)
  .max(100, "The percentage must be at most 100.");

/** Null if an event needs no certificate, the default. */
export const certificatePercentSchema = wrongPercentSchema.nullable();
