import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { loadModels, readTruth, VisionProcess } from "@precount/vision";
import { defaultModel } from "@precount/domain";
import { parseVisionOptions } from "./lib/vision/options.ts";
import { peakMb } from "./lib/server.ts";
import { percentile } from "./lib/percentile.ts";
import { z } from "zod";

const EVERY = 100;
const countSchema = z.coerce.number().int().min(1).max(100_000);

/**
 * Memory of a vision process after a photo, median of each hundred, MB: `npm run bench -- vision-memory [--photos
 * FOLDER] [--count N]`. One process reads the photos of a folder repeatedly and is never restarted.
 */
export async function visionMemory(argv: readonly string[]): Promise<Record<string, unknown>> {
  const { values } = parseArgs({
    args: [...argv],
    options: { photos: { type: "string" }, count: { type: "string", default: "500" } },
  });
  const count = countSchema.safeParse(values.count);
  if (!count.success) throw new Error(`--count needs a number of photos from 1 to 100,000, not ${values.count}.`);
  const folder = parseVisionOptions(values.photos === undefined ? [] : ["--photos", values.photos]).photos;
  const photos = await readTruth(folder);
  const modelName = defaultModel(await loadModels())?.name;
  if (modelName === undefined || photos.length === 0) throw new Error("There is no model, or there are no photos.");
  const unbounded = 1024 ** 4;
  const vision = new VisionProcess({ rssCeilingBytes: unbounded, rssLimitBytes: unbounded });
  const mb: Record<number, number> = {};
  let held: number[] = [];
  try {
    for (let done = 1; done <= count.data; done++) {
      await vision.detect({ path: photos[done % photos.length]!.path, modelName });
      if (vision.pid !== undefined) held.push(await residentMb(vision.pid));
      if (done % EVERY !== 0) continue;
      // Memory varies by one photo's pixels with garbage collection: the median shows the growth.
      mb[done] = percentile(held, 0.5);
      process.stdout.write(`photos ${done - EVERY + 1} to ${done}: ${mb[done]} MB, at most ${Math.max(...held)}\n`);
      held = [];
    }
    const peak = vision.pid === undefined ? null : Math.round(await peakMb(vision.pid));
    return { model: modelName, mb, peakMb: peak };
  } finally {
    await vision.close();
  }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
