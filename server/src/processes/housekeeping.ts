import type { FastifyBaseLogger } from "fastify";
import { DEVICE_DAYS } from "../auth/device-cookie.ts";
import { deleteOldExperimentFiles } from "../db/experiment-files.ts";
import { deleteOldAnswers } from "../db/jobs/job-answers.ts";
import { deleteOldDevices } from "../db/known-devices.ts";
import { deleteOldPasswordLinks } from "../db/password-links.ts";
import { deleteOldProcesses } from "../db/processes.ts";
import { deleteOldSessions } from "../db/sessions.ts";
import { deleteOldFailures } from "../db/sign-in-failures.ts";
import { deleteOldNonces } from "../db/work-accounts.ts";
import type { Services } from "../operations/context.ts";
import { removeUnreferenced } from "../storage/reconcile.ts";

type Store = Pick<Services, "blobs" | "db" | "derived">;

const EVERY_MS = 3_600_000;
/** Which of a person's addresses are known is looked up in sessions of the last month. */
const SESSION_DAYS = 90;

/** Removes what counts no more. Any number of processes may do so at once. */
export async function removeExpiredRows(store: Store): Promise<void> {
  const { db } = store;
  await deleteOldFailures(db);
  await deleteOldPasswordLinks(db);
  await deleteOldDevices(db, DEVICE_DAYS);
  await deleteOldSessions(db, SESSION_DAYS);
  await deleteOldNonces(db);
  await deleteOldAnswers(db);
  await deleteOldProcesses(db);
  for (const sha256 of await deleteOldExperimentFiles(db)) await removeUnreferenced(store, sha256);
}

/** Now and every hour. Returns what ends it. */
export function startHousekeeping(store: Store, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    running = removeExpiredRows(store).catch((error: unknown) => log.warn({ err: error }, "tidying up failed"));
  };
  tidy();
  const timer = setInterval(tidy, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
