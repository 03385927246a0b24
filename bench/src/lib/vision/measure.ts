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
  /** One a photo, from the file to the result, milliseconds. */
  elapsedMs: number[];
  /** The most memory the process ever held, MB; null where the system does not tell (no /proc). */
  peakMb: number | null;
  answers: Map<TruePhoto, Answer>;
}

/**
 * One competitor over all photos, in a fresh process: the first photo goes before the clock starts, so that
 * models are loaded and warm. A photo it cannot read has nothing found on it, takes no time, and is told.
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
    if (first) await runner.read(first).catch(() => undefined); // told below, when its turn comes
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

/** Counts of all photos of a family. */
export function tallyOf(
  photos: readonly TruePhoto[],
  family: Family,
  found: (photo: TruePhoto) => readonly FoundResult[],
): Tally {
  return photos
    .filter((photo) => photo.family === family)
    .reduce((sum, photo) => addTallies(sum, scorePhoto(photo.results, found(photo))), EMPTY_TALLY);
}
