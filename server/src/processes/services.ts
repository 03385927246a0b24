import type { Area } from "@precount/domain";
import { PhotoProcess } from "@precount/photos";
import type { FastifyBaseLogger } from "fastify";
import { startSendingEntries } from "../operations/audit/send-entries.ts";
import { startSealing } from "../audit/start-sealing.ts";
import { createWorkAccountProvider } from "../auth/work-account/provider.ts";
import type { Config } from "../config/config.ts";
import type { Connection } from "../db/connect.ts";
import { NotificationListener } from "../db/notification-listener.ts";
import { setSecretsKeys } from "../db/seal-secret.ts";
import { withDatabaseRetry } from "../db/wait-for-database.ts";
import { ItemFileProcess } from "../item-files/item-file-process.ts";
import { CoalescingLoader } from "../lib/coalescing-loader.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import { LiveAreas } from "../live/live-areas.ts";
import { LiveEvents } from "../live/live-events.ts";
import { Presence, announce } from "../live/presence.ts";
import { createMailer } from "../mail/mailer.ts";
import type { Services } from "../operations/context.ts";
import { Readiness } from "../operations/status/readiness.ts";
import { Answers } from "../queue/answers.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { PreviewMaker } from "../storage/preview-maker.ts";
import { PreviewStore } from "../storage/preview-store.ts";
import { reconcile } from "../storage/reconcile.ts";
import { WorkReport } from "../telemetry/work-report.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { startHousekeeping } from "./housekeeping.ts";

/** The services with their lifecycle. */
export type OwnServices = Services & {
  listening: NotificationListener;
  /** Starts listening and background work. Repairs what a crash left behind: rows without files and files without rows. */
  start(): Promise<void>;
  /** Ends what was started here. Call it after the HTTP server has closed; the caller closes the connection. */
  close(): Promise<void>;
};

type Given = { config: Config; connection: Connection; log: FastifyBaseLogger };

/** Creates an API process's services. Nothing runs before `start`. */
export function createServices({ config, connection, log }: Given): OwnServices {
  const { db, pool, url: databaseUrl } = connection;
  setSecretsKeys(config.secretsKeys);
  const startedAt = new Date();
  const report = new WorkReport();
  const storage = createStorage(config);
  const { blobs, previews, photos, itemFiles } = storage;
  const onQueueError = throttledWarning(log, "the queue has a problem");
  const queue = new JobQueue({ url: databaseUrl, role: "sender", onError: onQueueError });
  const listeners = createListeners({ connection, log });
  const stopFunctions: (() => Promise<void>)[] = [];
  const startStorage = withRetry(databaseUrl, async () => {
    await queue.start();
    // A bucket is shared with other machines and takes long to list: `precount doctor` compares it with the rows.
    if (config.s3 === null) await reconcile({ db, blobs, previews, log, startedAt });
    else await blobs.clearAbandoned(startedAt);
  });
  return {
    ...storage,
    ...listeners,
    config,
    db,
    pool,
    databaseUrl,
    queue,
    areaLists: new CoalescingLoader<Area[]>(),
    mailer: createMailer(config, (failure) => report.recordMail(failure)),
    workAccount: config.workAccount && createWorkAccountProvider(config.workAccount),
    log,
    readiness: new Readiness({ pool, blobs }),
    start: async () => {
      await Promise.all([startStorage(), listeners.listening.start()]);
      stopFunctions.push(
        startHousekeeping({ blobs, previews, db, queue }, log),
        startSealing(db, log),
        startSendingEntries(db, config.auditTarget, log),
        startHeartbeat(db, { role: "api", report, log }),
      );
    },
    close: async () => {
      for (const stop of stopFunctions.splice(0)) await stop();
      await Promise.all([queue.stop(), listeners.listening.close(), photos.close(), itemFiles.close()]);
    },
  };
}

const withRetry = (databaseUrl: string, work: () => Promise<void>) => () => withDatabaseRetry(databaseUrl, work);

function createStorage(config: Config) {
  const blobs = openBlobStore(config);
  const previews = new PreviewStore(config.dataDir);
  const photos = new PhotoProcess();
  return {
    blobs,
    previews,
    photos,
    itemFiles: new ItemFileProcess(),
    previewMaker: new PreviewMaker(blobs, previews, photos),
  };
}

/** The listeners for changes, presence and answers, which arrive through PostgreSQL's NOTIFY. */
function createListeners({ connection: { db, url }, log }: Pick<Given, "connection" | "log">) {
  const listening = new NotificationListener({
    url,
    onError: throttledWarning(log, "live events have a problem"),
  });
  const live = new LiveEvents(listening);
  const onError = throttledWarning(log, "areas could not be read");
  return {
    listening,
    live,
    liveAreas: new LiveAreas({ db, live, listening, onError }),
    presence: new Presence(listening, (departure) => void announce(db, departure).catch(() => undefined)),
    answers: new Answers(listening, db, (error) => log.warn({ err: error }, "an answer could not be read")),
  };
}
