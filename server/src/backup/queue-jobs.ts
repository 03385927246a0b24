import { Readable } from "node:stream";
import type { PoolClient } from "pg";
import { z } from "zod";
import type { Database } from "../db/connect.ts";
import { listOpenImageJobs } from "../db/jobs/image-jobs.ts";
import { listOpenTasks } from "../db/tasks/read.ts";
import { enqueueDocumentReading } from "../queue/enqueue-document-reading.ts";
import { sendImageJobs } from "../queue/enqueue.ts";
import { makePreviews } from "../queue/make-previews.job.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import { readCodes } from "../queue/read-codes.job.ts";
import { readCompressed, writeCompressed } from "./files.ts";
import type { Manifest } from "./manifest.ts";

/** Jobs that exist only in the queue. All other jobs are sent again from their own rows. */
const QUEUE_ONLY_JOBS = [makePreviews, readCodes];

/** Writes the waiting queue-only jobs, one JSON document per line. */
export async function exportQueue(client: PoolClient, path: string): Promise<Manifest["queue"]> {
  const { rows: known } = await client.query<{ table: string | null }>(`select to_regclass('pgboss.job') as "table"`);
  const { rows } = known[0]?.table
    ? await client.query<{ name: string; data: unknown }>(
        `select name, data from pgboss.job where state < 'completed' and name = any($1) order by created_on, id`,
        [QUEUE_ONLY_JOBS.map(({ name }) => name)],
      )
    : { rows: [] };
  const lines = Readable.from(rows.map((row) => `${JSON.stringify(row)}\n`));
  return { jobs: rows.length, sha256: await writeCompressed(path, lines) };
}

const lineSchema = z.object({ name: z.string(), data: z.unknown() });

/** Sends the jobs that were waiting when the backup was made: queue-only jobs from the file, the others from their rows. */
export async function importQueue(db: Database, queue: JobQueue, path: string): Promise<void> {
  const lines = (await readCompressed(path).toArray()).join("").split("\n").filter(Boolean);
  const jobs = lines.map((line) => lineSchema.parse(JSON.parse(line)));
  for (const job of QUEUE_ONLY_JOBS) {
    const payloads = jobs.filter(({ name }) => name === job.name).map(({ data }) => job.payload.parse(data));
    await queue.send<{ imageSid: string }>(db, job, payloads);
  }
  await db.transaction(async (tx) => {
    await sendImageJobs(tx, queue, await listOpenImageJobs(tx));
    for (const taskId of await listOpenTasks(tx)) await enqueueDocumentReading(tx, queue, { taskId, queueId: null });
  });
}
