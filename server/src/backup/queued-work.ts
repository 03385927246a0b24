import { Readable } from "node:stream";
import type { PoolClient } from "pg";
import { z } from "zod";
import type { Database } from "../db/connect.ts";
import { listOpenImageJobs } from "../db/image-jobs.ts";
import { listOpenTasks } from "../db/tasks.ts";
import { enqueueReading } from "../queue/enqueue-document-reading.ts";
import { sendAnew } from "../queue/enqueue.ts";
import { makePreviews } from "../queue/make-previews.job.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import { readCodes } from "../queue/read-codes.job.ts";
import { readCompressed, writeCompressed } from "./files.ts";
import type { Manifest } from "./manifest.ts";

/** What waits in the queue and stands in no row of ours. Everything else is sent anew from its rows. */
const ONLY_QUEUED = [makePreviews, readCodes];

/** Writes what only the queue knows, a job a line. */
export async function takeQueue(client: PoolClient, path: string): Promise<Manifest["queue"]> {
  const { rows: known } = await client.query<{ table: string | null }>(`select to_regclass('pgboss.job') as "table"`);
  const { rows } = known[0]?.table
    ? await client.query<{ name: string; data: unknown }>(
        `select name, data from pgboss.job where state < 'completed' and name = any($1) order by created_on, id`,
        [ONLY_QUEUED.map(({ name }) => name)],
      )
    : { rows: [] };
  const lines = Readable.from(rows.map((row) => `${JSON.stringify(row)}\n`));
  return { jobs: rows.length, sha256: await writeCompressed(path, lines) };
}

const lineSchema = z.object({ name: z.string(), data: z.unknown() });

/** Sends what waited when the backup was made: jobs of rows, and those that only the queue knew. */
export async function sendQueued(db: Database, queue: JobQueue, path: string): Promise<void> {
  const lines = (await readCompressed(path).toArray()).join("").split("\n").filter(Boolean);
  const jobs = lines.map((line) => lineSchema.parse(JSON.parse(line)));
  for (const job of ONLY_QUEUED) {
    const payloads = jobs.filter(({ name }) => name === job.name).map(({ data }) => job.payload.parse(data));
    await queue.send<{ imageSid: string }>(db, job, payloads);
  }
  await db.transaction(async (tx) => {
    await sendAnew(tx, queue, await listOpenImageJobs(tx));
    for (const taskId of await listOpenTasks(tx)) await enqueueReading(tx, queue, { taskId, queueId: null });
  });
}
