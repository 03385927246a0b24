import type { FoundResult, TruePhoto } from "@precount/vision";

/** A competitor's result for one photo. */
export interface Answer {
  found: FoundResult[];
  /** The competitor's own output, if `found` was completed in its favor. */
  unaided?: FoundResult[];
}

/** A running competitor in its own process. */
export interface Runner {
  /** The process's id once it runs. */
  readonly pid: number | undefined;
  /** Reads a photo. Errors have messages for the user. */
  read(photo: TruePhoto): Promise<Answer>;
  close(): Promise<void>;
}

/** A program that finds and reads stickers. */
export interface Competitor {
  name: string;
  /** A note about its figures, printed with them. */
  notes: readonly string[];
  /** Converts a photo before the measurement, if the competitor cannot open it. */
  prepare?(photo: TruePhoto): Promise<TruePhoto>;
  start(threads: number): Runner;
  /** Deletes the files of `prepare`. */
  finish?(): Promise<void>;
}

/** A 12-megapixel photo may take a minute on a busy machine; memory is measured, not limited. */
export const GENEROUS_LIMITS = {
  timeoutMs: 900_000,
  idleMs: 900_000,
  rssCeilingBytes: Infinity,
  rssLimitBytes: Infinity,
};
