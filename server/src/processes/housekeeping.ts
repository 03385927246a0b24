import type { FastifyBaseLogger } from "fastify";
import { DEVICE_DAYS } from "../auth/device-cookie.ts";
import { deleteOldTickets } from "../db/auth-tickets.ts";
import { deleteOldCallCounts } from "../db/call-counts.ts";
import { deleteOldDeliveries } from "../db/destinations/deliveries.ts";
import { deleteOldSecrets } from "../db/destinations/destinations.ts";
import { deleteOldExperimentFiles } from "../db/experiment-files.ts";
import { deleteOldAnswers } from "../db/jobs/job-answers.ts";
import { deleteOldDevices } from "../db/known-devices.ts";
import { deleteOldPasswordLinks } from "../db/password-links.ts";
import { deleteOldProcesses } from "../db/processes.ts";
import { deleteOldSessions } from "../db/sessions.ts";
import { deleteOldFailures } from "../db/sign-in-failures.ts";
import { deleteOldNonces } from "../db/work-accounts.ts";
import { repeat } from "../lib/repeat.ts";
import { startLearningIfDue } from "../operations/learning/start-run.ts";
import { removeDroppedFiles } from "../operations/learning/remove-dropped-files.ts";
import type { Services } from "../operations/context.ts";
import { removeUnreferenced } from "../storage/reconcile.ts";

type Store = Pick<Services, "blobs" | "db" | "previews">;
type Housekeeping = Store & Pick<Services, "queue">;

const INTERVAL_MS = 3_600_000;
/** Ended sessions are kept this long: the throttling of sign-ins looks up known addresses in those of the last 30 days. */
const SESSION_DAYS = 90;

/** Staged files that were not written for this long belong to no upload or job in progress. */
const STAGED_HOURS = 2;

/** Deletes expired rows and their files. Several processes may run it at the same time. */
export async function removeExpiredRows(store: Store): Promise<void> {
  const { db } = store;
  await deleteOldFailures(db);
  await deleteOldPasswordLinks(db);
  await deleteOldDevices(db, DEVICE_DAYS);
  await deleteOldSessions(db, SESSION_DAYS);
  await deleteOldNonces(db);
  await deleteOldTickets(db);
  await deleteOldCallCounts(db);
  await deleteOldAnswers(db);
  await deleteOldDeliveries(db);
  await deleteOldSecrets(db);
  await deleteOldProcesses(db);
  for (const sha256 of await deleteOldExperimentFiles(db)) await removeUnreferenced(store, sha256);
  await removeDroppedFiles(store);
  // A worker that was killed leaves its files and folders; the server clears them at its start only.
  const before = new Date(Date.now() - STAGED_HOURS * 3_600_000);
  await store.blobs.clearAbandoned(before, new Date(Math.min(before.getTime(), performance.timeOrigin)));
}

/** Deletes expired rows, and starts a training run if one is due, now and every hour. Returns a function that stops it. */
export function startHousekeeping(services: Housekeeping, log: FastifyBaseLogger): () => Promise<void> {
  const keeping = repeat(
    INTERVAL_MS,
    () => keepHouse(services),
    (error) => log.warn({ err: error }, "housekeeping failed"),
  );
  keeping.run();
  return keeping.stop;
}

async function keepHouse(services: Housekeeping): Promise<void> {
  await removeExpiredRows(services);
  await startLearningIfDue(services.db, services.queue, new Date());
}
