import { setTimeout as delay } from "node:timers/promises";
import { Crew } from "../crew.ts";
import { makePeople } from "../people.ts";
import { percentile } from "../percentile.ts";
import { drawPredictions } from "../predictions.ts";
import { NO_PHOTO, seedDetections } from "../seed.ts";
import type { Stack } from "../stack.ts";
import { countDone, queueAll, untilDone } from "./detections.ts";
import { type Picture, closeEvent, makeEvent } from "./queued-photos.ts";
import { registerModels, startWorkers } from "./workers.ts";

const PEOPLE = 8;
/** People who open images anywhere in the event, most of them not processed yet. */
const OPENING = 2;
const PAGE_SIZE = 20;
const REVIEWED = 200;
const LABELS = { stickers: 56, shelves: 4 };
/** Think time of experienced people. */
const THINK_MS = { least: 500, most: 1500 };
/** Warm-up time that is not counted: models load and caches fill. */
const WARM_UP = 16;

export type DrainFigures = {
  drainPerMinute: number;
  apiP95Ms: number;
  /** Response times by action. */
  p95Ms: Record<string, number>;
  /** From opening an image of the draining event until its review preview is there; made on demand if need be. */
  imageP95Ms: number;
  imagesOpened: number;
  /** The same people with an empty queue. */
  apiQuietP95Ms: number;
  calls: number;
  failures: number;
  queued: number;
  drained: number;
  /** Duration of the call that queues all photos. */
  queueMs: number;
};

/**
 * A number of photos wait, a worker with default settings uses all cores, and people list, review and edit meanwhile.
 * @param forMs duration of the measurement; null until the last photo is done
 */
export async function measureDrain(
  stack: Stack,
  pictures: readonly Picture[],
  asked: { photos: number; forMs: number | null; model: "precount" | "fake" },
  tell: (text: string) => void,
): Promise<DrainFigures> {
  const { photos, forMs, model } = asked;
  const [slug, reviewed] = [`drain-${model}`, `reviewed-${model}`];
  const { sid } = (await stack.client.call("project.createProject", { name: reviewed, slug: reviewed })) as {
    sid: string;
  }; // PD-55
  const environment = { FAKE_MODEL: String(model === "fake") };
  await registerModels(stack, environment);
  await seedDetections(stack, sid, REVIEWED, drawPredictions(NO_PHOTO, LABELS));
  await makeEvent(stack, slug, pictures, photos);
  const everyone = await makePeople(stack, PEOPLE + OPENING);
  const people = everyone.slice(OPENING);
  const opening = new Crew({
    url: stack.url,
    people: everyone.slice(0, OPENING),
    slugs: [slug],
    acts: ["open"],
    pages: Math.ceil(photos / PAGE_SIZE),
    think: THINK_MS,
  });
  const crew = (): Crew =>
    new Crew({ url: stack.url, people, slugs: [reviewed, slug], acts: ["list", "review"], think: THINK_MS });
  await watch(crew(), () => delay(5000));
  const quiet = await watch(crew(), () => delay(Math.min(forMs ?? 15_000, 15_000)));
  const queuedAt = performance.now();
  const queued = await queueAll(stack, slug, model);
  const queueMs = Math.round(performance.now() - queuedAt);
  const workers = await startWorkers(stack, 1, environment);
  try {
    await untilDone(stack, slug, WARM_UP);
    const before = await countDone(stack, slug);
    const startedAt = performance.now();
    const drain = (): Promise<unknown> => (forMs === null ? untilDone(stack, slug, photos) : delay(forMs));
    const busy = await watch(crew(), () => watch(opening, drain));
    const drained = (await countDone(stack, slug)) - before;
    const drainPerMinute = Number((drained / ((performance.now() - startedAt) / 60_000)).toFixed(1));
    const kinds = [...new Set(busy.calls.map(({ kind }) => kind))];
    for (const failure of [...busy.failures, ...opening.failures].slice(0, 5)) tell(failure);
    const images = opening.calls.filter(({ kind }) => kind === "image");
    tell(
      `${model}: ${drained} of ${queued} photos, ${drainPerMinute} a minute; ${busy.calls.length} calls, p95 ${p95(busy)} ms (${p95(quiet)} without)`,
    );
    return {
      drainPerMinute,
      apiP95Ms: p95(busy),
      p95Ms: Object.fromEntries(kinds.map((kind) => [kind, p95(busy, kind)])),
      imageP95Ms: p95(opening, "image"),
      imagesOpened: images.length,
      apiQuietP95Ms: p95(quiet),
      calls: busy.calls.length,
      failures: busy.failures.length + opening.failures.length,
      queued,
      drained,
      queueMs,
    };
  } finally {
    await workers.stop();
    await closeEvent(stack, slug);
  }
}

/** Percentiles of all actions or of one kind, milliseconds. */
function p95({ calls }: Crew, only?: string): number {
  const times = calls.filter(({ kind }) => only === undefined || kind === only).map(({ ms }) => ms);
  return Number(percentile(times, 0.95).toFixed(1));
}

async function watch(crew: Crew, until: () => Promise<unknown>): Promise<Crew> {
  crew.start();
  await until();
  await crew.stop();
  return crew;
}
