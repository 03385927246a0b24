import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Crew } from "../crew.ts";
import { makePeople } from "../people.ts";
import { drawPredictions } from "../predictions.ts";
import { usageOf } from "../processes.ts";
import { NO_PHOTO, seedDetections } from "../seed.ts";
import type { Stack } from "../stack.ts";
import { type SamplePictures, freshPhotos, sizeOf } from "../upload/photos.ts";
import { Sender } from "../upload/send.ts";
import { deleteWaitingJobs } from "./queued-photos.ts";
import { startWorkers } from "./workers.ts";

/** The job queues of a photo: its detection also makes the previews and searches for codes; then its stickers are compared. */
const QUEUES = ["detect-photo", "make-previews", "read-codes", "find-duplicates"] as const;

/**
 * Cost of a photo in milliseconds of one core, by process: the child process that does the work, its worker, and the
 * database.
 */
type Cost = { work: number; worker: number; api: number; database: number };
export type CostFigures = {
  cpuMsPerPhoto: Record<"upload" | "processing", Cost>;
  /** The sum of all these costs. */
  coreMsPerPhoto: number;
  /** Cost of one API call of a person who lists, reviews and edits, averaged over all kinds. */
  cpuMsPerCall: { api: number; database: number };
  bytesPerPhoto: { store: number; previews: number; database: number; wal: number };
};

/** Warm-up photos, because loading networks and codecs is paid once. */
const WARM_UP = 8;
const SLUG = "costs";
const IDLE_S = 5;

/** Cost of a photo's upload and of its processing, measured one after the other in CPU time. */
export async function measureCosts(
  stack: Stack,
  samples: SamplePictures,
  photos: number,
  tell: (text: string) => void,
): Promise<CostFigures> {
  // Photos are queued only after a worker has registered a model.
  const idle = await idleCost(stack);
  await stack.client.call("project.createProject", { name: SLUG, slug: SLUG });
  const before = await sizes(stack);
  const upload = await uploadCost(stack, samples, photos, idle);
  tell(`upload: ${JSON.stringify(upload)}`);
  const processing = await processingCost(stack, photos, idle);
  tell(`processing: ${JSON.stringify(processing)}`);
  const cpuMsPerPhoto = { upload, processing };
  const parts = Object.values(cpuMsPerPhoto).flatMap((cost) => Object.values(cost));
  const coreMsPerPhoto = Math.round(parts.reduce((sum, ms) => sum + ms, 0));
  const after = await sizes(stack);
  const count = WARM_UP + photos;
  const each = (of: keyof Sizes): number => Math.round((after[of] - before[of]) / count);
  const originals = freshPhotos(samples, count).reduce((sum, photo) => sum + sizeOf(photo), 0);
  const bytesPerPhoto = {
    store: Math.round(originals / count),
    previews: each("previews"),
    database: each("database"),
    wal: each("wal"),
  };
  const cpuMsPerCall = await callCost(stack);
  tell(`a call: ${JSON.stringify(cpuMsPerCall)}; bytes a photo: ${JSON.stringify(bytesPerPhoto)}`);
  return { cpuMsPerPhoto, coreMsPerPhoto, cpuMsPerCall, bytesPerPhoto };
}

/** Idle cost of a worker per second: polling the queue, heartbeats. */
async function idleCost(stack: Stack): Promise<Cost> {
  const workers = await startWorkers(stack, 1);
  await delay(2000);
  const idle = await costOf(IDLE_S, () => delay(1000 * IDLE_S));
  await workers.stop();
  return idle;
}

async function uploadCost(stack: Stack, samples: SamplePictures, photos: number, idle: Cost): Promise<Cost> {
  const sender = new Sender(4);
  const put = (count: number): Promise<unknown> =>
    sender.sendAll(
      `${stack.url}/api/projects/${SLUG}/images/upload`,
      stack.client.headers,
      freshPhotos(samples, count),
    );
  await put(WARM_UP);
  return costOf(photos, () => put(photos), idle);
}

/** Processes the uploaded photos with one detection process. The first photos load networks and codecs. */
async function processingCost(stack: Stack, photos: number, idle: Cost): Promise<Cost> {
  const workers = await startWorkers(stack, 1, { DETECTION_PROCESSES: "1" });
  try {
    await untilLeft(stack, ["detect-photo"], photos);
    return await costOf(photos, () => untilLeft(stack, QUEUES, 0), idle);
  } finally {
    await workers.stop();
  }
}

async function untilLeft({ pool }: Stack, queues: readonly string[], count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      "select count(*)::int as left from pgboss.job where name = any($1) and state < 'completed'",
      [queues],
    );
    if ((rows[0]?.left ?? 0) <= count) return;
    await delay(250);
  }
}

/** A mix of reads, searches and edits of eight people. */
async function callCost(stack: Stack): Promise<CostFigures["cpuMsPerCall"]> {
  await deleteWaitingJobs(stack);
  const slug = "calls";
  const { sid } = (await stack.client.call("project.createProject", { name: slug, slug })) as { sid: string }; // PD-55
  await seedDetections(stack, sid, 100, drawPredictions(NO_PHOTO, { stickers: 56, shelves: 4 }));
  const people = await makePeople(stack, 8);
  const crew = new Crew({
    url: stack.url,
    people,
    slugs: [slug],
    acts: ["list", "review"],
    think: { least: 50, most: 150 },
  });
  crew.start();
  await delay(3000);
  const before = crew.calls.length;
  const { api, database } = await costOf(1, () => delay(8000));
  const calls = crew.calls.length - before;
  await crew.stop();
  return { api: round(api / calls), database: round(database / calls) };
}

const round = (ms: number): number => Number(ms.toFixed(2));

/** CPU time of all processes started here, the stack and its workers, minus their idle cost per second. */
async function costOf(count: number, act: () => Promise<unknown>, idle?: Cost): Promise<Cost> {
  const before = await usageOf([process.pid], "cpu");
  const startedAt = performance.now();
  await act();
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await usageOf([process.pid], "cpu");
  const spent = (...roles: (keyof typeof after)[]): number =>
    roles.reduce((sum, role) => sum + after[role].cpuMs - before[role].cpuMs, 0);
  const each = (ms: number, idleMs = 0): number => round(Math.max(0, ms - seconds * idleMs) / count);
  return {
    work: each(spent("photos", "vision"), idle?.work),
    worker: each(spent("worker"), idle?.worker),
    api: each(spent("api"), idle?.api),
    database: each(spent("database"), idle?.database),
  };
}

type Sizes = Record<"previews" | "database" | "wal", number>;

async function sizes({ pool, dataDir }: Stack): Promise<Sizes> {
  const { rows } = await pool.query<{ database: string; wal: string }>(
    "select pg_database_size(current_database()) as database, pg_current_wal_lsn() - '0/0'::pg_lsn as wal",
  );
  return {
    previews: await folderBytes(join(dataDir, "derived")),
    database: Number(rows[0]?.database),
    wal: Number(rows[0]?.wal),
  };
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const bytes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return bytes.reduce((sum, size) => sum + size, 0);
}
