import type { Stack } from "../stack.ts";
import { photosPerSecond, queueAll, untilDone } from "./detections.ts";
import { type Picture, closeEvent, makeEvent } from "./queued-photos.ts";
import { percentile } from "../percentile.ts";
import { registerModels, startWorkers } from "./workers.ts";

/** By each worker before its photos count: its first ones wait for the model. */
const WARM_UP = 4;
const COUNTS = [1, 2, 4] as const;

export type SpeedupFigures = {
  speedup2: number;
  /**
   * The same of workers that are kept to a core each. With one worker as it comes, what is done around the model (its
   * preparation, the database) finds the second core free; two have to share theirs with it.
   */
  speedup2OwnCores: number;
  /** Photos a second with so many workers of one detection process each, in each round. */
  photosPerSecond: Record<string, number[]>;
  /** With one worker as it comes, which takes all cores. */
  asItComes: number;
};

/**
 * Photos a second that one, two and four workers look at, nothing else being done; each worker has one detection process.
 * `speedup2` is two over one, the median of rounds that take turns.
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
    // More than are waited for: none may run out of work before the last is counted.
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
    asItComes,
  };
}
