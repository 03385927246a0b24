import { createHash } from "node:crypto";
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAsBlob } from "node:fs";
import { ROOT, peakMb, signIn, startServer } from "./lib/server.ts";

const PHOTOS = 200;
/** What a browser opens at once to one host. */
const PARALLEL = 6;

/**
 * 200 photos of 8–12 megapixels at once. `share` is the speed beside the raw one of this disk in the same run
 * (copy, hash and fsync of the same files, one after the other); the other figures are the API's own.
 */
export async function upload(): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(join(tmpdir(), "precount-bench-"));
  try {
    const photos = await makePhotos(folder);
    const rawMs = await rawSpeed(photos, folder);
    const server = await startServer(join(folder, "data"), ["--no-worker"]);
    try {
      const client = await signIn(server.url);
      await client.call("project.createProject", { name: "Bench", slug: "bench" });
      await loopDelayMaxMs(server.url);
      const startedAt = performance.now();
      const wrong = await uploadAll(server.url, client.headers, photos);
      const uploadMs = performance.now() - startedAt;
      const figures = {
        photos: PHOTOS,
        share: rawMs / uploadMs,
        apiPeakMb: await peakMb(server.pid),
        loopDelayMaxMs: await loopDelayMaxMs(server.url),
        wrong,
      };
      process.stdout.write(
        `${PHOTOS} photos in ${(uploadMs / 1000).toFixed(1)} s (raw ${(rawMs / 1000).toFixed(1)} s), ` +
          `API peak ${figures.apiPeakMb.toFixed(0)} MB, loop blocked at most ${figures.loopDelayMaxMs.toFixed(0)} ms, ${wrong} wrong\n`,
      );
      return figures;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type BenchPhoto = { name: string; path: string; sha256: string };

/** The sample photos again and again, each made unique by bytes behind the picture's end. */
async function makePhotos(folder: string): Promise<BenchPhoto[]> {
  const truth = JSON.parse(await readFile(join(ROOT, "samples/truth.json"), "utf8")) as { image: string }[]; // our own file
  const sources = truth.map(({ image }) => image).filter((name) => name.endsWith(".jpg"));
  const photos: BenchPhoto[] = [];
  for (let index = 0; index < PHOTOS; index += 1) {
    const source = sources[index % sources.length]!; // there are sample photos
    const name = `${1000 + index}.jpg`;
    const path = join(folder, name);
    const bytes = Buffer.concat([await readFile(join(ROOT, "samples", source)), Buffer.from(`#${index}`)]);
    await writeFile(path, bytes);
    photos.push({ name, path, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  return photos;
}

/** Milliseconds to copy, hash and fsync every file, the least an upload can do. */
async function rawSpeed(photos: BenchPhoto[], folder: string): Promise<number> {
  const startedAt = performance.now();
  for (const { path, name } of photos) {
    const copy = join(folder, `raw-${name}`);
    await copyFile(path, copy);
    createHash("sha256")
      .update(await readFile(copy))
      .digest("hex");
    const handle = await open(copy, "r+");
    await handle.sync();
    await handle.close();
    await rm(copy);
  }
  return performance.now() - startedAt;
}

/** How many photos were not stored with the sha256 of their file. */
async function uploadAll(url: string, headers: Record<string, string>, photos: BenchPhoto[]): Promise<number> {
  const queue = [...photos];
  let wrong = 0;
  const lane = async (): Promise<void> => {
    for (let photo = queue.shift(); photo; photo = queue.shift()) {
      const form = new FormData();
      form.append("file", await openAsBlob(photo.path), photo.name);
      const response = await fetch(`${url}/api/projects/bench/images/upload`, { method: "POST", headers, body: form });
      const answer = (await response.json()) as { images?: { sha256: string }[] }; // decision 56
      if (answer.images?.[0]?.sha256 !== photo.sha256) wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return wrong;
}

/** The longest the API's event loop was held since the last call, milliseconds. */
async function loopDelayMaxMs(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/api/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds\{process="api"\} (\S+)/m.exec(metrics)?.[1] ?? Number.NaN) * 1000;
}
