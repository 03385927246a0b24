import {
  addTallies,
  EMPTY_TALLY,
  type Family,
  type FoundResult,
  scorePhoto,
  type Tally,
  type TruePhoto,
} from "@precount/vision";
import { peakMb } from "../server.ts";
import type { Answer, Competitor, Runner } from "./competitor.ts";

export interface Run {
  /** Time of each photo from file to result, milliseconds. */
  elapsedMs: number[];
  /** Peak memory of the process, MB; null without /proc. */
  peakMb: number | null;
  answers: Map<TruePhoto, Answer>;
}

/**
 * Runs one competitor on all photos in a new process. The first photo is read once before the measurement to load the
 * models. A photo that it cannot read counts as empty, takes no time, and is reported.
 */
export async function runAll(
  competitor: Competitor,
  photos: readonly TruePhoto[],
  threads: number,
  tell: (line: string) => void,
): Promise<Run> {
  const runner = competitor.start(threads);
  const run: Run = { elapsedMs: [], peakMb: null, answers: new Map() };
  try {
    const [first] = photos;
    if (first) await runner.read(first).catch(() => undefined); // reported below
    for (const photo of photos) {
      const startedAt = performance.now();
      try {
        run.answers.set(photo, await runner.read(photo));
        run.elapsedMs.push(performance.now() - startedAt);
      } catch (error) {
        tell(`${competitor.name}: ${photo.image}: ${error instanceof Error ? error.message : String(error)}`);
        run.answers.set(photo, { found: [] });
      }
      run.peakMb = Math.max(run.peakMb ?? 0, (await peakOf(runner)) ?? 0) || null;
    }
  } finally {
    await runner.close();
  }
  return run;
}

const peakOf = (runner: Runner): Promise<number | null> =>
  runner.pid === undefined ? Promise.resolve(null) : peakMb(runner.pid).catch(() => null);

/** Totals of a family. */
export function tallyOf(
  photos: readonly TruePhoto[],
  family: Family,
  found: (photo: TruePhoto) => readonly FoundResult[],
): Tally {
  return photos
    .filter((photo) => photo.family === family)
    .reduce((sum, photo) => addTallies(sum, scorePhoto(photo.results, found(photo))), EMPTY_TALLY);
}
