import type { FastifyBaseLogger } from "fastify";
import { DEVICE_DAYS } from "./auth/device-cookie.ts";
import type { Database } from "./db/connect.ts";
import { deleteOldDevices } from "./db/known-devices.ts";
import { deleteOldPasswordLinks } from "./db/password-links.ts";
import { deleteOldSessions } from "./db/sessions.ts";
import { deleteOldFailures } from "./db/sign-in-failures.ts";
import { deleteOldNonces } from "./db/work-accounts.ts";

const EVERY_MS = 3_600_000;
/** Which of a person's addresses are known is looked up in sessions of the last month. */
const SESSION_DAYS = 90;

/** Removes what counts no more. Any number of processes may do so at once. */
export async function tidyUp(db: Database): Promise<void> {
  await deleteOldFailures(db);
  await deleteOldPasswordLinks(db);
  await deleteOldDevices(db, DEVICE_DAYS);
  await deleteOldSessions(db, SESSION_DAYS);
  await deleteOldNonces(db);
}

/** Now and every hour. Returns what ends it. */
export function startHousekeeping(db: Database, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    running = tidyUp(db).catch((error: unknown) => log.warn({ err: error }, "tidying up failed"));
  };
  tidy();
  const timer = setInterval(tidy, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
