import { type EventModelChoice, type Model } from "@precount/domain";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { sql } from "../drizzle.ts";
import type { Transaction } from "../connect.ts";
import { findModelForEvent } from "./read.ts";

/**
 * The model for a photo that is being uploaded to an event with this choice and these groups. Without a model, takes a shared lock until the upload commits:
 * `waitForUploadsWithoutModel` waits for it before it looks for photos without a job. Otherwise a photo that commits between that
 * query and the model's registration would never be queued.
 */
export async function findModelForPhoto(tx: Transaction, choice: EventModelChoice): Promise<Model | null> {
  const model = await findModelForEvent(tx, choice);
  if (model) return model;
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.uploadWithoutModel})`);
  return findModelForEvent(tx, choice);
}

/** Waits for all uploads that found no model. Later uploads see the registered models. */
export async function waitForUploadsWithoutModel(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.uploadWithoutModel})`);
}
