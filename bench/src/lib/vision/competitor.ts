import type { FoundResult, TruePhoto } from "@precount/vision";

/** What a competitor made of one photo. */
export interface Answer {
  found: FoundResult[];
  /** Where `found` was granted more than the competitor gives: what it gives by itself. */
  unaided?: FoundResult[];
}

/** A competitor at work, in a process of its own. */
export interface Runner {
  /** The process's id once it runs. */
  readonly pid: number | undefined;
  /** From a file to what is on the photo. Errors are in words for a person. */
  read(photo: TruePhoto): Promise<Answer>;
  close(): Promise<void>;
}

/** Something that finds and reads stickers. */
export interface Competitor {
  name: string;
  /** What one must know to read its figures; printed. */
  notes: readonly string[];
  /** Makes a photo ready before the clock starts, where a competitor cannot open it as it is. */
  prepare?(photo: TruePhoto): Promise<TruePhoto>;
  start(threads: number): Runner;
  /** Frees what `prepare` took. */
  finish?(): Promise<void>;
}

/** A photo of 12 megapixels may take a minute where the machine is busy; memory is measured, not limited. */
export const UNHURRIED = { timeoutMs: 900_000, idleMs: 900_000, rssCeilingBytes: Infinity, rssLimitBytes: Infinity };
