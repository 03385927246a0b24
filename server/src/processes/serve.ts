import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createApi } from "./api.ts";
import { type NewAdmin, ensureAdmin } from "../auth/ensure-admin.ts";
import type { Config } from "../config/config.ts";
import { ensureDataDir } from "../config/data-dir.ts";
import { connect } from "../db/connect.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../db/embedded/postgres.ts";
import { migrate } from "../db/migrate.ts";
import { withDatabaseRetry, waitForDatabase } from "../db/wait-for-database.ts";
import { releaseStartupMemory } from "../lib/release-startup-memory.ts";
import { createLogger } from "../telemetry/logger.ts";
import { createDemoProject } from "./demo.ts";
import type { Readiness } from "../operations/status/readiness.ts";
import type { Services } from "../operations/context.ts";
import { createServices } from "./services.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { requireUsableStore } from "../storage/require-usable-store.ts";
import { startErrorReports } from "../telemetry/report-error.ts";
import { startTracing } from "../telemetry/trace.ts";
import { type SupervisedWorker, superviseWorker } from "./worker-supervisor.ts";

export type Serving = {
  /** Where a browser on this machine finds it. */
  address: string;
  /** The database it works on, for further processes such as `precount worker`. */
  databaseUrl: string;
  /** Made at this start; null when there was one. Its password, if made here, is to be told once. */
  newAdmin: NewAdmin | null;
  /** Of the embedded PostgreSQL; null with a database elsewhere, and between its death and its next start. */
  databasePid(): number | null;
  workerPid(): number | null;
  /** Ends everything in order; what is in hand is finished first. */
  close(): Promise<void>;
};

export type ServeOptions = {
  /** False leaves the queue to `precount worker` elsewhere. */
  worker?: boolean;
  /** With an empty database: an event with this folder's photos, put in while the first page opens. */
  demoPhotosDir?: string;
};

type OpenDatabase = Pick<EmbeddedPostgres, "url" | "pid" | "stop">;

/** Then connections that are still open, such as slow uploads, are cut. */
const DRAIN_MS = 10_000;

/**
 * Starts everything in one go: database, migrations, the first admin, API with the web app, and a worker
 * unless `worker` is false. Prints nothing. Throws EmbeddedDatabaseError, or what the port or the database
 * says, with everything started so far ended again.
 */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Serving> {
  const log = createLogger(config);
  const ending: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  };
  try {
    // First, so that it ends last.
    ending.push(await startErrorReports(config, "api"), await startTracing(config, "api"));
    await ensureDataDir(config.dataDir);
    await requireUsableStore(openBlobStore(config), log);
    const database = await openDatabase(config, log);
    ending.push(() => database.stop());
    const databaseUrl = database.url;
    await withDatabaseRetry(databaseUrl, () => migrate(databaseUrl));
    const connection = connect(databaseUrl, {
      watchdog: true,
      onIdleError: (error) => log.warn({ reason: error.message }, "a database connection broke"),
    });
    ending.push(() => connection.close());
    const newAdmin = await withDatabaseRetry(databaseUrl, () => ensureAdmin(connection.db, config));
    const services = createServices({ config, connection, log });
    ending.push(() => services.close());
    await services.start();
    let worker: SupervisedWorker | null = null;
    const app = await createApi(services, { workerMetrics: async () => worker?.figures() ?? [] });
    // After the requests in hand, some of which wait for what it finds.
    ending.push(async () => worker?.stop());
    ending.push(() => drain(app, services.readiness, config));
    releaseStartupMemory();
    await app.listen({ host: config.host, port: config.port });
    const environment = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: config.dataDir,
      LOG_LEVEL: config.logLevel,
      FAKE_MODEL: String(config.fakeModel),
      // The API process tells it on its own port.
      METRICS_PORT: "",
      // What is empty counts as not set.
      SENTRY_DSN: config.sentry?.dsn ?? "",
      SENTRY_ENVIRONMENT: config.sentry?.environment ?? "",
      VISION_API_URL: config.visionApi?.url ?? "",
      VISION_API_KEY: config.visionApi?.key ?? "",
      VISION_API_MODEL: config.visionApi?.model ?? "",
      KSERVE_URL: config.modelServer?.url ?? "",
      KSERVE_TOKEN: config.modelServer?.token ?? "",
      KSERVE_BINARY: String(config.modelServer?.isBinary ?? false),
    };
    if (options.worker !== false) worker = superviseWorker(environment, log);
    const { demoPhotosDir } = options;
    if (demoPhotosDir !== undefined) ending.push(startDemo(services, demoPhotosDir));
    return {
      address: addressOf(app),
      databaseUrl,
      newAdmin,
      databasePid: () => database.pid(),
      workerPid: () => worker?.pid() ?? null,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The one that DATABASE_URL names, which is nobody's here to stop, or our own. */
async function openDatabase({ databaseUrl, dataDir }: Config, log: Logger): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    await waitForDatabase(databaseUrl);
    return { url: databaseUrl, pid: () => null, stop: async () => undefined };
  }
  return startEmbeddedPostgres({ dataDir, onLog: (line) => log.debug({ line }, "database") });
}

/** In the background: the page need not wait for it, closing must. */
function startDemo(services: Services, photosDir: string): () => Promise<void> {
  const making = createDemoProject(services, photosDir).then(
    (photos) => services.log.info({ photos }, "the demo event"),
    (error: unknown) => services.log.error({ err: error }, "the demo event could not be made"),
  );
  return () => making;
}

/**
 * First nothing new is to come, which whoever sends people here must notice; then nothing new is taken, live events are sent
 * elsewhere, and what is in hand may finish, but not for ever.
 */
async function drain(app: FastifyInstance, readiness: Readiness, { shutdownDelayMs }: Config): Promise<void> {
  readiness.stop();
  if (app.server.listening) await delay(shutdownDelayMs);
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  // An answer that had begun before says that its connection stays open.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close();
  clearInterval(idle);
  clearTimeout(late);
}

/** The wildcard address is nothing that a browser opens. */
function addressOf(app: FastifyInstance): string {
  const bound = app.server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server listens on no port");
  const isAny = bound.address === "0.0.0.0" || bound.address === "::";
  const host = isAny ? "localhost" : bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return `http://${host}:${bound.port}`;
}
