import { retryDelaySeconds, shouldDisable } from "@precount/domain";
import { type AuditedCall, recordAudit } from "../../audit/record-audit.ts";
import type { Transaction } from "../../db/connect.ts";
import {
  type DeliveryRow,
  failWaiting,
  findDelivery,
  lockDelivery,
  updateDelivery,
} from "../../db/destinations/deliveries.ts";
import {
  type DestinationRow,
  findDestination,
  lockDestination,
  updateDestination,
} from "../../db/destinations/destinations.ts";
import type { WorkerContext } from "../worker-context.ts";
import { type Sent, sendDelivery } from "./send-delivery.ts";

type Context = Pick<WorkerContext, "db" | "workDir" | "allowPrivateTargets">;
type Try = { deliverySid: string; attempt: number };

/**
 * Makes an attempt of a delivery and records its outcome, and after a failed one the time of the next. If this worker dies after the
 * receiver got the message, the attempt is repeated: receivers recognize it by its id.
 */
export async function deliverOnce(context: Context, { deliverySid, attempt }: Try, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const delivery = await findDelivery(db, deliverySid);
  if (!delivery || !isNext(delivery, attempt)) return;
  const destination = await findDestination(db, delivery.destinationSid);
  if (!destination || (destination.disabled !== null && !isTest(delivery))) return;
  const startedAt = performance.now();
  const outcome = await sendDelivery(context, delivery, destination, signal);
  signal.throwIfAborted();
  const elapsedMs = Math.round(performance.now() - startedAt);
  await db.transaction((tx) => settle(tx, { delivery, attempt, outcome, elapsedMs }));
}

/** A replay or another worker may have started a later attempt. */
const isNext = ({ state, attempts }: DeliveryRow, attempt: number): boolean =>
  state === "waiting" && attempts === attempt - 1;

/** A person watches a test, so it is not repeated and says nothing about the destination's use. */
const isTest = ({ type }: DeliveryRow): boolean => type === "ping" || type === "test";

type Outcome = { delivery: DeliveryRow; attempt: number; outcome: Sent; elapsedMs: number };

async function settle(tx: Transaction, given: Outcome): Promise<void> {
  const { attempt, outcome, elapsedMs } = given;
  const { result, sha256 } = outcome;
  const destination = await lockDestination(tx, given.delivery.destinationSid);
  const delivery = destination && (await lockDelivery(tx, given.delivery.sid));
  if (!delivery || !isNext(delivery, attempt)) return;
  const now = new Date();
  const facts = { attempts: attempt, lastAttemptAt: now, elapsedMs, responseStatus: result.status, sha256 };
  if (result.ok) {
    const target = result.target ?? delivery.target;
    await updateDelivery(tx, delivery.sid, { ...facts, state: "delivered", nextAttemptAt: null, error: null, target });
    if (destination.failingSince !== null) await updateDestination(tx, destination.sid, { failingSince: null });
    return;
  }
  const delay = isTest(delivery) || result.isGone ? null : retryDelaySeconds(attempt);
  const nextAttemptAt = delay === null ? null : new Date(now.getTime() + delay * 1000);
  const state = delay === null ? "failed" : "waiting";
  await updateDelivery(tx, delivery.sid, { ...facts, state, nextAttemptAt, error: result.error });
  if (!isTest(delivery)) await noteFailure(tx, destination, { now, isGone: result.isGone });
}

/** The call in the audit log when the server disables a destination. */
const DISABLE_CALL: Omit<AuditedCall, "isRecorded"> = {
  kind: "destination",
  action: "destination.disableAfterFailures",
  actor: null,
  address: null,
  named: null,
};

/** Disables a destination to which nothing arrived for a day, or that answered that it wants no more messages. */
async function noteFailure(
  tx: Transaction,
  destination: DestinationRow,
  { now, isGone }: { now: Date; isGone: boolean },
): Promise<void> {
  const failingSince = destination.failingSince ?? now;
  if (!isGone && !shouldDisable(failingSince, now)) {
    if (destination.failingSince === null) await updateDestination(tx, destination.sid, { failingSince });
    return;
  }
  await updateDestination(tx, destination.sid, { failingSince, disabled: "failures" });
  await failWaiting(tx, destination.sid, "The destination was disabled after a day of failures.");
  await recordAudit(
    tx,
    { ...DISABLE_CALL, isRecorded: false },
    {
      subject: { kind: "destination", sid: destination.sid },
      ...(destination.projectSid !== null && { projectSid: destination.projectSid }),
      details: { since: failingSince.toISOString(), ...(isGone && { status: 410 }) },
    },
  );
}
