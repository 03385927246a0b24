import { once } from "node:events";
import { createReadStream } from "node:fs";
import { type IncomingMessage, get } from "node:http";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { seedLabels, seedPhotos, seedReport } from "./lib/exports/seed.ts";
import { resetPeakMemory, peakMb } from "./lib/server.ts";
import { type Stack, withStack } from "./lib/stack.ts";

type Size = "small" | "big";
/** Ten times the amount: code that keeps its input or output in memory needs ten times the memory. */
const PHOTOS: Readonly<Record<Size, number>> = { small: 100, big: 1000 };
const ROWS: Readonly<Record<Size, number>> = { small: 10_000, big: 100_000 };
const LABELS: Readonly<Record<Size, number>> = { small: 20_000, big: 200_000 };
const SIZES = ["small", "big"] as const satisfies readonly Size[];

type Measured = { ms: number; bytes: number; peakMb: number };

/**
 * Cost of downloads for the API. `zipShare` is the speed of downloading an event's photos as a ZIP divided by the
 * speed of reading the same files in the same run. Each `…Growth` is the API's peak memory for a big download divided
 * by the peak for a tenth of it: 1 means constant memory.
 */
export async function exports(): Promise<Record<string, unknown>> {
  return withStack(async (stack) => {
    const figures: Record<string, number> = {};
    Object.assign(figures, await photos(stack));
    for (const [name, seed] of Object.entries(TABLES)) {
      const urls = { small: await seed(stack, "small"), big: await seed(stack, "big") };
      for (const format of ["csv", "xlsx"]) {
        const url = (size: Size): string => `${urls[size]}/download?format=${format}`;
        // Warm-up: loading the code costs memory once for any download.
        await measureDownload(stack, url("small"));
        const [small, big] = [await measureDownload(stack, url("small")), await measureDownload(stack, url("big"))];
        const title = `${name}${format[0]?.toUpperCase()}${format.slice(1)}`;
        print(`${name} as ${format}`, small, big);
        figures[`${title}Growth`] = big.peakMb / small.peakMb;
        figures[`${title}PeakMb`] = big.peakMb;
        figures[`${title}Ms`] = big.ms;
      }
    }
    return figures;
  });
}

const TABLES: Readonly<Record<string, (stack: Stack, size: Size) => Promise<string>>> = {
  report: (stack, size) => seedReport(stack, `report-${size}`, ROWS[size]),
  labels: async (stack, size) => {
    await seedLabels(stack, `labels-${size}`, LABELS[size]);
    return `/api/projects/labels-${size}/labels-stats`;
  },
};

const photosUrl = (size: Size): string => `/api/projects/photos-${size}/images/download`;

async function photos(stack: Stack): Promise<Record<string, number>> {
  const paths = { small: [] as string[], big: [] as string[] };
  for (const size of SIZES) paths[size] = await seedPhotos(stack, `photos-${size}`, PHOTOS[size]);
  await measureDownload(stack, photosUrl("small"));
  const small = await measureDownload(stack, photosUrl("small"));
  // Read once first, so that both measurements find the same files in the page cache.
  await read(paths.big);
  const plainMs = await read(paths.big);
  const big = await measureDownload(stack, photosUrl("big"));
  print("photos as zip", small, big);
  process.stdout.write(`plain reading of the same files: ${plainMs.toFixed(0)} ms\n`);
  return {
    zipShare: plainMs / big.ms,
    zipMbPerSecond: big.bytes / 1e6 / (big.ms / 1000),
    zipGrowth: big.peakMb / small.peakMb,
    zipPeakMb: big.peakMb,
  };
}

/** Milliseconds to read the files one after the other. */
async function read(paths: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  for (const path of paths) await pipeline(createReadStream(path), discardingStream());
  return performance.now() - startedAt;
}

const discardingStream = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Downloads a URL, discards the bytes, and measures the time and the API's peak memory. */
async function measureDownload({ url, pid, client }: Stack, path: string): Promise<Measured> {
  await resetPeakMemory(pid);
  const startedAt = performance.now();
  const [answer] = (await once(get(`${url}${path}`, { headers: client.headers }), "response")) as [IncomingMessage]; // node:http's own
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode ?? "nothing"}`);
  let bytes = 0;
  // Not with fetch: its streams cost more CPU than the download itself.
  answer.on("data", (chunk: Buffer) => void (bytes += chunk.length));
  await once(answer, "end");
  return { ms: performance.now() - startedAt, bytes, peakMb: await peakMb(pid) };
}

function print(download: string, small: Measured, big: Measured): void {
  const describe = ({ ms, bytes, peakMb: peak }: Measured): string =>
    `${(bytes / 1e6).toFixed(1)} MB in ${ms.toFixed(0)} ms, API peak ${peak.toFixed(0)} MB`;
  process.stdout.write(`${download}: ${describe(big)}; small: ${describe(small)}\n`);
}
