import type { Area } from "@precount/domain";
import type { PhotoProcess } from "@precount/photos";
import type { Pool } from "pg";
import type { AuditedCall } from "../audit/record-audit.ts";
import type { ActiveSession } from "../auth/active-session.ts";
import type { WorkAccountProvider } from "../auth/work-account/provider.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import type { ItemFileProcess } from "../item-files/item-file-process.ts";
import type { CoalescingLoader } from "../lib/coalescing-loader.ts";
import type { LiveAreas } from "../live/live-areas.ts";
import type { LiveEvents } from "../live/live-events.ts";
import type { Presence } from "../live/presence.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Answers } from "../queue/answers.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import type { PreviewMaker } from "../storage/preview-maker.ts";
import type { PreviewStore } from "../storage/preview-store.ts";
import type { Readiness } from "./status/readiness.ts";
import type { Log } from "../telemetry/log.ts";

/** An API process's services for its operations; processes/services.ts creates them once at start. */
export type Services = {
  config: Config;
  db: Database;
  pool: Pool;
  /** For connections outside the pool: LISTEN and the queue. */
  databaseUrl: string;
  blobs: BlobStore;
  previews: PreviewStore;
  photos: PhotoProcess;
  /** Reads uploaded item lists in a child process. */
  itemFiles: ItemFileProcess;
  previewMaker: PreviewMaker;
  queue: JobQueue;
  /** Answers of workers to jobs that a person waits for. */
  answers: Answers;
  live: LiveEvents;
  liveAreas: LiveAreas;
  presence: Presence;
  /** Area lists by event: a hundred screens may ask for the same list at once. */
  areaLists: CoalescingLoader<Area[]>;
  /** Null without a mail server. */
  mailer: Mailer | null;
  /** Null without a work-account provider. */
  workAccount: WorkAccountProvider | null;
  readiness: Readiness;
  log: Log;
};

/** The services, and the call for the audit entry: null when no person or program calls. */
export type OperationContext = Services & { call: AuditedCall | null };

/** The context of operations for signed-in people. */
export type SignedInContext = Services & { call: AuditedCall; session: ActiveSession };

/** Where a sign-in comes from. */
export type Client = {
  address: string;
  userAgent: string | undefined;
  /** sha256 of the device cookie's secret. */
  deviceHash: Buffer;
  /** Origin of the web app, to which passkeys are bound. */
  origin: string;
};
