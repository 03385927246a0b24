import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./lib/server.ts";
import { type CostFigures, measureCosts } from "./lib/scale/costs.ts";
import { measureDrain } from "./lib/scale/drain.ts";
import { MEASURED } from "./lib/scale/measured.ts";
import { costsSchema, onPaper, toText } from "./lib/scale/paper.ts";
import { type QueueFigures, measureQueue } from "./lib/scale/queue.ts";
import { type Picture, makeCopiesDiffer } from "./lib/scale/queued-photos.ts";
import { measureSpeedup } from "./lib/scale/speedup.ts";
import { withStack } from "./lib/stack.ts";
import { readSamples } from "./lib/upload/photos.ts";

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const PARTS = ["speed", "drain", "costs", "queue", "paper"] as const;
type Part = (typeof PARTS)[number];

/** Size of the sample photos, pixels. */
const SAMPLE_SIZE = { width: 4032, height: 3024 };
/** A small photo that decodes quickly, to measure the queue and not the decoder. */
const SMALL = { path: "photos/test-data/orientation/Portrait_1.jpg", width: 450, height: 600 };

/**
 * Measures one machine and estimates many. Part names select what is measured: `speed` (photos per second with 1, 2
 * and 4 workers), `drain` (10,000 photos wait while people work), `costs` (of each stage of a photo), `queue`
 * (throughput of PostgreSQL's job queue), `paper` (from costs to a night of a thousand stores; `--costs FILE` reads
 * the last line of another run).
 */
export async function scale(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      photos: { type: "string", default: "40" },
      rounds: { type: "string", default: "3" },
      queued: { type: "string", default: "10000" },
      seconds: { type: "string", default: "60" },
      depths: { type: "string", default: "1000,10000,100000" },
      full: { type: "boolean", default: false },
      costs: { type: "string" },
      ...Object.fromEntries(Object.keys(NIGHT).map((name) => [name, { type: "string" as const }])),
    },
  });
  const unknown = positionals.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}, only ${PARTS.join(", ")}.`);
  const does = (part: Part): boolean => positionals.length === 0 || positionals.includes(part);
  const figures: Record<string, unknown> = { loadBefore: loads() };
  const forMs = 1000 * Number(values.seconds);
  if (PARTS.some((part) => part !== "paper" && does(part)))
    await withStack(async (stack) => {
      await makeCopiesDiffer(stack);
      const samples = await readSamples();
      const pictures: Picture[] = samples.map((bytes) => ({ bytes, ...SAMPLE_SIZE }));
      if (does("speed")) {
        const asked = { photos: Number(values.photos), rounds: Number(values.rounds) };
        Object.assign(figures, await measureSpeedup(stack, pictures, asked, print));
      }
      // Runs before the fake model is registered, because new photos would use it.
      if (does("costs")) Object.assign(figures, await measureCosts(stack, samples, 40, print));
      if (does("drain")) {
        const small: Picture = { ...SMALL, bytes: await readFile(join(ROOT, SMALL.path)) };
        const asked = { photos: Number(values.queued), forMs: values.full ? null : forMs };
        const real = await measureDrain(stack, pictures, { ...asked, model: "precount" }, print);
        const queueAlone = await measureDrain(stack, [small], { ...asked, model: "fake" }, print);
        Object.assign(figures, real, { hoursForAll: real.queued / real.drainPerMinute / 60, queueAlone });
      }
      if (does("queue")) {
        const depths = values.depths.split(",").map(Number);
        figures.queue = await measureQueue(stack, depths, Math.min(5000, forMs), print);
      }
    });
  if (does("paper")) figures.paper = await paper(values, figures);
  return { ...figures, load: loads() };
}

const loads = (): string[] => loadavg().map((load) => load.toFixed(1));

/** The night that docs/scale.md assumes. */
const NIGHT = { stores: 1000, photosPerStore: 400, hours: 8, peak: 2, callsPerPhoto: 12, load: 0.6 };
/** Typical hourly prices of cloud providers for shared cores. */
const PRICES = { coreHour: 0.05, storeGbMonth: 0.023, databaseGbMonth: 0.12 };

/** Uses the costs measured in this run, else those of a file, else those of docs/scale.md. */
async function paper(
  values: { costs?: string | undefined } & Partial<Record<keyof typeof NIGHT, unknown>>,
  measured: Partial<CostFigures> & { queue?: unknown },
): Promise<unknown> {
  const last = values.costs === undefined ? "{}" : (await readFile(values.costs, "utf8")).trim().split("\n").at(-1);
  const found: Record<string, unknown> = { ...MEASURED, ...JSON.parse(last ?? "{}"), ...measured };
  const costs = costsSchema.parse({ ...found, ...carriedBy(found) });
  const night = { ...NIGHT };
  for (const name of Object.keys(NIGHT) as (keyof typeof NIGHT)[])
    // the keys of the object above
    if (values[name] !== undefined) night[name] = Number(values[name]);
  const lines = onPaper(costs, night, PRICES);
  print(toText(lines));
  return { night, prices: PRICES, lines };
}

/** The figures with the longest queue and four lanes. */
function carriedBy({ queue }: Record<string, unknown>): object {
  if (queue === undefined) return {};
  const { depths, commitsPerSecond } = queue as QueueFigures; // written by this benchmark
  return { jobsPerSecond: depths.at(-1)?.takenPerSecond["4"], notifiesPerSecond: commitsPerSecond.told };
}
