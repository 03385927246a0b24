import { randomUUID } from "node:crypto";
import { sql } from "../db/drizzle.ts";
import { type Db, PgBoss, fromDrizzle } from "pg-boss";
import { GuardedClient } from "../db/client.ts";
import type { Queryable } from "../db/connect.ts";
import { traced } from "../telemetry/trace.ts";
import { applyItemList } from "./apply-item-list.job.ts";
import { deliver } from "./deliver.job.ts";
import { collectExamples } from "./collect-examples.job.ts";
import { analyzePhoto } from "./analyze-photo.job.ts";
import { detectPhoto, detectPhotoFailed } from "./detect-photo.job.ts";
import { findDuplicates } from "./find-duplicates.job.ts";
import { extractDocument } from "./extract-document.job.ts";
import { type JobDefinition, QUEUE_OPTIONS } from "./job.ts";
import { learn, learnFailed } from "./learn.job.ts";
import { makeCrops } from "./make-crops.job.ts";
import { makePreviews } from "./make-previews.job.ts";
import { type JobOrigin, currentOrigin } from "./job-origin.ts";
import { readCodes } from "./read-codes.job.ts";
import { readDocument, readDocumentFailed } from "./read-document.job.ts";
import { readSticker } from "./read-sticker.job.ts";
import { rewriteDocument } from "./rewrite-document.job.ts";
import { startWakingWorkers } from "./wake-workers.ts";

export interface QueueOptions {
  url: string;
  /** Workers take jobs and recover the jobs of dead workers; the API only sends. */
  role: "sender" | "worker";
  /** Size of its connection pool. */
  max?: number;
  onError(error: Error): void;
}

type SendOptions<Payload> = {
  keyOf?: (payload: Payload) => string;
  delaySeconds?: number;
  originOf?: (payload: Payload) => JobOrigin | undefined;
};

/** The job queue: pg-boss in the same database, schema `pgboss`. Jobs are sent in the transaction that needs them. */
export class JobQueue {
  readonly boss: PgBoss;
  readonly #options: QueueOptions;
  #started: Promise<void> | undefined;
  #stopWakingWorkers: (() => Promise<void>) | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    const isWorker = options.role === "worker";
    // pg-boss passes its options to its pool, which creates connections of this class; its types do not list the option.
    const pool = { Client: GuardedClient };
    this.boss = new PgBoss({
      ...pool,
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
    // During an outage of the database senders get the error, and workers poll again.
    this.boss.on("error", (error) => options.onError(error));
  }

  /** Creates missing tables and queues. Several processes may do so at once; later calls do nothing. */
  start(): Promise<void> {
    this.#started ??= this.#start().catch((error: unknown) => {
      this.#started = undefined; // The next call retries.
      throw error;
    });
    return this.#started;
  }

  async stop(): Promise<void> {
    if (!this.#started) return;
    await this.#started;
    await this.#stopWakingWorkers?.();
    // Running jobs get this long. Others take over the rest, whose heartbeat is missing.
    await this.boss.stop({ graceful: true, close: true, timeout: 10_000 });
  }

  async #start(): Promise<void> {
    await this.boss.start();
    await this.#create(detectPhotoFailed, {});
    await this.#create(detectPhoto, { deadLetter: detectPhotoFailed.name });
    await this.#create(makePreviews, {});
    await this.#create(makeCrops, {});
    await this.#create(readCodes, {});
    await this.#create(readSticker, {});
    await this.#create(analyzePhoto, {});
    await this.#create(applyItemList, {});
    await this.#create(findDuplicates, {});
    await this.#create(collectExamples, {});
    await this.#create(deliver, {});
    await this.#create(extractDocument, {});
    await this.#create(rewriteDocument, {});
    await this.#create(learnFailed, {});
    await this.#create(learn, { deadLetter: learnFailed.name });
    await this.#create(readDocumentFailed, {});
    await this.#create(readDocument, { deadLetter: readDocumentFailed.name });
    const options = this.#options;
    if (options.role === "worker")
      this.#stopWakingWorkers = startWakingWorkers(this.boss, (error) => options.onError(error));
  }

  /**
   * Sends one job for each payload, in one statement; workers see them when the transaction commits. Returns their ids.
   * @param options.keyOf with the policy `short`: a job whose key is waiting already is not sent again
   * @param options.delaySeconds the least time until a worker takes them
   * @param options.originOf the request that caused a job, if it is not the current one
   */
  async send<Payload extends object>(
    tx: Queryable,
    job: JobDefinition<Payload>,
    payloads: readonly Payload[],
    { keyOf, delaySeconds, originOf }: SendOptions<Payload> = {},
  ): Promise<string[]> {
    if (payloads.length === 0) return [];
    await this.start();
    const facts = { "messaging.destination.name": job.name, "messaging.batch.message_count": payloads.length };
    return traced(`send ${job.name}`, { kind: "producer", attributes: facts }, async () => {
      const current = currentOrigin();
      const jobs = payloads.map((data) => ({
        id: randomUUID(),
        data: { ...data, ...(originOf ? { origin: originOf(data) } : current) },
        // A queue that an earlier version created keeps that version's limit, so each job has its own.
        expireInSeconds: job.expireInSeconds,
        ...(keyOf && { singletonKey: keyOf(data) }),
        ...(delaySeconds !== undefined && { startAfter: delaySeconds }),
      }));
      await this.boss.insert(job.name, jobs, this.inTransaction(tx));
      return jobs.map(({ id }) => id);
    });
  }

  /** Takes no new jobs. Running jobs continue. */
  stopTakingJobs(): void {
    for (const name of new Set(this.boss.getWipData().map((taken) => taken.name)))
      void this.boss.offWork(name, { wait: false });
  }

  /**
   * Returns a running job to the queue for immediate retry by any worker. The attempt does not count: the job gets one more. It still
   * gets a new number, so that late statements of this attempt are not mistaken for the next one's.
   */
  async returnJob(
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

  /**
   * Ends a failed attempt. The queue decides whether the job is retried, unless `isFinal`. Returns the time of the next attempt; null
   * without one.
   */
  async failAttempt(
    tx: Queryable,
    job: string,
    { queueId, attempt }: { queueId: string; attempt: number },
    { message, isFinal }: { message: string; isFinal: boolean },
  ): Promise<Date | null> {
    const within = this.inTransaction(tx);
    const current = { id: queueId, retryCount: attempt - 1 };
    if (isFinal) await this.boss.cancel(job, current, within);
    else await this.boss.fail(job, current, { message }, within);
    const [queued] = await this.boss.findJobs(job, { id: queueId, ...within });
    // In spite of its type the date is text here, because drizzle's connections do not parse dates.
    return queued?.state === "retry" ? new Date(queued.startAfter) : null;
  }

  /** Deletes jobs that no worker has taken. */
  async deleteJobs(tx: Queryable, job: string, queueIds: string[]): Promise<void> {
    if (queueIds.length > 0) await this.boss.deleteJob(job, queueIds, this.inTransaction(tx));
  }

  /** Makes pg-boss run its statements in the transaction. */
  inTransaction(tx: Queryable): { db: Db } {
    return { db: fromDrizzle(tx, sql) };
  }

  async #create(job: JobDefinition<object>, options: { deadLetter?: string }): Promise<void> {
    const { expireInSeconds, queue } = job;
    await this.boss.createQueue(job.name, { ...QUEUE_OPTIONS, expireInSeconds, ...queue, ...options });
  }
}
