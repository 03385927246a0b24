import type { Stack } from "../stack.ts";
import { photosPerSecond, queueAll, untilDone } from "./detections.ts";
import { type Picture, closeEvent, makeEvent } from "./queued-photos.ts";
import { percentile } from "../percentile.ts";
import { registerModels, startWorkers } from "./workers.ts";

/** Warm-up photos of each worker: the first ones wait for the model. */
const WARM_UP = 4;
const COUNTS = [1, 2, 4] as const;

export type SpeedupFigures = {
  speedup2: number;
  /**
   * The same with each worker pinned to one core. Without pinning, one worker uses the second core for work around
   * the model (preparation, database), which two workers have to share.
   */
  speedup2OwnCores: number;
  /** Photos per second by number of workers with one detection process each, for each round. */
  photosPerSecond: Record<string, number[]>;
  /** With one worker with default settings, which uses all cores. */
  photosPerMinute: number;
};

/**
 * Photos per second of one, two and four workers without other load; each worker has one detection process.
 * `speedup2` is two workers over one, as the median of alternating rounds.
 */
export async function measureSpeedup(
  stack: Stack,
  pictures: readonly Picture[],
  asked: { photos: number; rounds: number },
  tell: (text: string) => void,
): Promise<SpeedupFigures> {
  const found: Record<string, number[]> = {};
  const measure = async (
    workers: number,
    environment: Record<string, string>,
    title: string,
    onOwnCores = false,
  ): Promise<number> => {
    const slug = `speed-${title.replaceAll(" ", "-")}`;
    const warmUp = WARM_UP * Math.max(2, workers);
    const count = warmUp + asked.photos;
    // More photos than are measured, so that no worker runs out of work before the last one is counted.
    await makeEvent(stack, slug, pictures, count + 2 * warmUp);
    await queueAll(stack, slug, "precount");
    const running = await startWorkers(stack, workers, environment, { onOwnCores });
    try {
      await untilDone(stack, slug, count);
    } finally {
      await running.stop();
    }
    await closeEvent(stack, slug);
    const speed = Number((await photosPerSecond(stack, slug, warmUp, count)).toFixed(2));
    tell(`${title}: ${speed} photos/s`);
    return speed;
  };
  await registerModels(stack);
  for (let round = 1; round <= asked.rounds; round++) {
    for (const workers of COUNTS) {
      const speed = await measure(workers, { DETECTION_PROCESSES: "1" }, `${workers} workers round ${round}`);
      (found[workers] ??= []).push(speed);
    }
    for (const workers of [1, 2]) {
      const title = `${workers} on own cores round ${round}`;
      (found[`${workers} on own cores`] ??= []).push(await measure(workers, { DETECTION_PROCESSES: "1" }, title, true));
    }
  }
  const asItComes = await measure(1, {}, "one worker as it comes");
  const ratio = (two: string, one: string): number => {
    const ratios = (found[one] ?? []).map((speed, round) => (found[two]?.[round] ?? Number.NaN) / speed);
    return Number(percentile(ratios, 0.5).toFixed(2));
  };
  return {
    speedup2: ratio("2", "1"),
    speedup2OwnCores: ratio("2 on own cores", "1 on own cores"),
    photosPerSecond: found,
    photosPerMinute: Number((60 * asItComes).toFixed(1)),
  };
}
