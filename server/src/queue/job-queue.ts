import { randomUUID } from "node:crypto";
import { sql } from "../db/drizzle.ts";
import { type Db, PgBoss, fromDrizzle } from "pg-boss";
import type { Queryable } from "../db/connect.ts";
import { traced } from "../telemetry/trace.ts";
import { analyzePhoto } from "./analyze-photo.job.ts";
import { detectPhoto, detectPhotoFailed } from "./detect-photo.job.ts";
import { extractDocument } from "./extract-document.job.ts";
import { type JobDefinition, QUEUE_OPTIONS } from "./job.ts";
import { makePreviews } from "./make-previews.job.ts";
import { originNow } from "./job-origin.ts";
import { readCodes } from "./read-codes.job.ts";
import { readDocument, readDocumentFailed } from "./read-document.job.ts";
import { readSticker } from "./read-sticker.job.ts";

export interface QueueOptions {
  url: string;
  /** Workers take jobs and look after those of dead ones; the API only sends. */
  role: "sender" | "worker";
  /** Connections of its own. */
  max?: number;
  onError(error: Error): void;
}

/** The queue (pg-boss) in the same database, schema `pgboss`. Jobs are sent in the transaction that needs them. */
export class JobQueue {
  readonly boss: PgBoss;
  #started: Promise<void> | undefined;

  constructor(options: QueueOptions) {
    const isWorker = options.role === "worker";
    this.boss = new PgBoss({
      connectionString: options.url,
      application_name: "precount-queue",
      max: options.max ?? (isWorker ? 4 : 1),
      schedule: false,
      supervise: isWorker,
      useListenNotify: isWorker,
      // See QUEUE_OPTIONS.heartbeatSeconds.
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
    });
    // The database may be away for a while; whoever sends gets the error, workers poll again.
    this.boss.on("error", (error) => options.onError(error));
  }

  /** Makes its tables and queues where they are missing; several processes may do so at once. Once is enough. */
  start(): Promise<void> {
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#started = undefined; // the database was away: the next call tries again
      throw error;
    });
    return this.#started;
  }

  async stop(): Promise<void> {
    if (!this.#started) return;
    await this.#started;
    // Jobs in hand get this long; what does not end is taken up by others through its missing heartbeat.
    await this.boss.stop({ graceful: true, close: true, timeout: 10_000 });
  }

  async #start(): Promise<void> {
    await this.boss.start();
    await this.#create(detectPhotoFailed, {});
    await this.#create(detectPhoto, { deadLetter: detectPhotoFailed.name });
    await this.#create(makePreviews, {});
    await this.#create(readCodes, {});
    await this.#create(readSticker, {});
    await this.#create(analyzePhoto, {});
    await this.#create(extractDocument, {});
    await this.#create(readDocumentFailed, {});
    await this.#create(readDocument, { deadLetter: readDocumentFailed.name });
  }

  /** One job for each payload, in one statement, visible when the transaction commits. Returns their ids. */
  async send<Payload extends object>(
    tx: Queryable,
    job: JobDefinition<Payload>,
    payloads: readonly Payload[],
  ): Promise<string[]> {
    if (payloads.length === 0) return [];
    await this.start();
    const facts = { "messaging.destination.name": job.name, "messaging.batch.message_count": payloads.length };
    return traced(`send ${job.name}`, { kind: "producer", facts }, async () => {
      const origin = originNow();
      const jobs = payloads.map((data) => ({ id: randomUUID(), data: { ...data, ...origin } }));
      await this.boss.insert(job.name, jobs, this.within(tx));
      return jobs.map(({ id }) => id);
    });
  }

  /** No new jobs are taken from here on; those in hand are for their handlers to end. */
  takeNoMore(): void {
    for (const name of new Set(this.boss.getWipData().map((taken) => taken.name)))
      void this.boss.offWork(name, { wait: false });
  }

  /**
   * Gives a job in hand back, to be taken up at once by whoever comes first. It counts as no try: the job has one more. A
   * number of its own all the same, so that what this try still says of it is not taken for the next one's word.
   */
  async handBack(
    tx: Queryable,
    job: string,
    { queueId, attempt }: { queueId: string; attempt: number },
  ): Promise<void> {
    await tx.execute(sql`
      with given as (
        update pgboss.job set state = 'retry', start_after = pgboss.job_now(), retry_limit = retry_limit + 1, heartbeat_on = null
        where name = ${job} and id = ${queueId}::uuid and state = 'active' and retry_count = ${attempt - 1} returning 1
      )
      select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), ${job}) from given`);
  }

  /** The statements of a transaction, for the queue's own calls. */
  within(tx: Queryable): { db: Db } {
    return { db: fromDrizzle(tx, sql) };
  }

  async #create(job: JobDefinition<object>, options: { deadLetter?: string }): Promise<void> {
    const { expireInSeconds, queue } = job;
    await this.boss.createQueue(job.name, { ...QUEUE_OPTIONS, expireInSeconds, ...queue, ...options });
  }
}
