import type { Database, Transaction } from "../../db/connect.ts";
import { type DeliveryRow, lockDue, markQueued } from "../../db/destinations/deliveries.ts";
import { throttledWarning } from "../../lib/throttled-warning.ts";
import { deliver } from "../../queue/deliver.job.ts";
import type { JobQueue } from "../../queue/job-queue.ts";
import type { Log } from "../../telemetry/log.ts";
import { messageBody } from "./message-body.ts";
import { repeat } from "../../lib/repeat.ts";

const INTERVAL_MS = 1000;
/** Deliveries in a transaction. */
const BATCH = 100;

/**
 * Queues the attempts that are due: of deliveries that triggers have inserted, and after failed attempts. The queue itself cannot delay a
 * job for hours, because it runs jobs with a distant time at once (queue-clock.ts). Several workers may do so at the same time.
 */
export async function queueDeliveries(db: Database, queue: JobQueue): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await lockDue(tx, BATCH);
    for (const row of due) await markQueued(tx, row.sid, await bodyOf(tx, row));
    await queue.send(
      tx,
      deliver,
      due.map(({ sid, attempts }) => ({ deliverySid: sid, attempt: attempts + 1 })),
    );
  });
}

/** A message's body is made for its first attempt and kept. Files have none. */
async function bodyOf(tx: Transaction, row: DeliveryRow): Promise<string | null> {
  if (row.body !== null || FILE_TYPE.test(row.type)) return row.body;
  return messageBody(tx, row);
}

const FILE_TYPE = /^report\.(?:csv|xlsx|json)$|^test$/;

/** Queues new deliveries every second. Returns a function that stops it. */
export function startQueueingDeliveries(db: Database, queue: JobQueue, log: Log): () => Promise<void> {
  const warn = throttledWarning(log, "deliveries could not be queued");
  return repeat(INTERVAL_MS, () => queueDeliveries(db, queue), warn).stop;
}
