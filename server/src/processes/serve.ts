import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createApi } from "./api.ts";
import { type NewAdmin, ensureAdmin } from "../auth/ensure-admin.ts";
import { readSealKey } from "../auth/seal-keys.ts";
import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/config-checks.ts";
import { settingError } from "../config/config-error.ts";
import { ensureDataDir } from "../config/data-dir.ts";
import { connect } from "../db/connect.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../db/embedded/postgres.ts";
import { migrate } from "../db/migrate.ts";
import { setSecretsKeys } from "../db/seal-secret.ts";
import { sealServerSecrets } from "../db/server-secrets.ts";
import { withDatabaseRetry, waitForDatabase } from "../db/wait-for-database.ts";
import { releaseStartupMemory } from "../lib/release-startup-memory.ts";
import { createLogger } from "../telemetry/logger.ts";
import { createDemoProject } from "./demo.ts";
import type { Readiness } from "../operations/status/readiness.ts";
import type { Services } from "../operations/context.ts";
import { prepareEmbeddedDatabase } from "./prepare-database.ts";
import { createServices } from "./services.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { markOwnFiles, requireOwnFiles } from "../storage/require-own-files.ts";
import { requireUsableStore } from "../storage/require-usable-store.ts";
import { startErrorReports } from "../telemetry/report-error.ts";
import { startTracing } from "../telemetry/trace.ts";
import { type SupervisedWorker, superviseWorker } from "./worker-supervisor.ts";

export type Serving = {
  /** The URL for a browser on this machine. */
  address: string;
  /** The database, for further processes such as `precount worker`. */
  databaseUrl: string;
  /** The admin created at this start; null when there was one. A generated password is not stored, so show it once. */
  newAdmin: NewAdmin | null;
  /** The process id of the embedded PostgreSQL; null with an external database and while it restarts. */
  databasePid(): number | null;
  workerPid(): number | null;
  /** Stops everything in order, after running requests and jobs have ended. */
  close(): Promise<void>;
};

export type ServeOptions = {
  /** False leaves the jobs to `precount worker` processes elsewhere. */
  worker?: boolean;
  /** If the database is empty, an event with the photos of this folder is created in the background. */
  demoPhotosDir?: string;
};

type OpenDatabase = Pick<EmbeddedPostgres, "url" | "pid" | "stop"> & {
  /** Migrates it and returns the URL for the server and its workers. */
  prepare(): Promise<string>;
};
type StopFunction = () => Promise<unknown>;

/** Connections that are still open then, such as slow uploads, are closed. */
const DRAIN_TIMEOUT_MS = 10_000;

/**
 * Starts the database, migrations, the first admin, the API with the web app, and a worker unless `worker` is false. Prints nothing.
 * After an error, such as EmbeddedDatabaseError, everything started so far has been stopped again.
 */
export async function serve(config: Config, options: ServeOptions = {}): Promise<Serving> {
  requireTlsInside(config);
  const log = createLogger(config);
  const stopFunctions: StopFunction[] = [];
  const close = async () => {
    for (const stop of stopFunctions.splice(0).toReversed()) await stop();
  };
  try {
    // Started first, so that they stop last.
    stopFunctions.push(await startErrorReports(config, "api"), await startTracing(config, "api"));
    await ensureDataDir(config.dataDir);
    await requireUsableStore(openBlobStore(config), log);
    const database = await openDatabase(config, log);
    stopFunctions.push(() => database.stop());
    const databaseUrl = await withDatabaseRetry(database.url, () => database.prepare());
    const connection = connect(databaseUrl, {
      watchdog: true,
      onIdleError: (error) => log.warn({ reason: error.message }, "a database connection broke"),
    });
    stopFunctions.push(() => connection.close());
    setSecretsKeys(config.secretsKeys);
    await withDatabaseRetry(databaseUrl, () => sealServerSecrets(connection.db));
    await withDatabaseRetry(databaseUrl, () => requireOwnFiles(connection.db, openBlobStore(config), config));
    const createAdmin = () => withDatabaseRetry(databaseUrl, () => ensureAdmin(connection.db, config));
    const adminOfSettings = config.admin.password === null ? null : await createAdmin();
    // The key that signs reports exists from the first start on, so that every backup contains it.
    await withDatabaseRetry(databaseUrl, () => readSealKey(connection.db));
    await withDatabaseRetry(databaseUrl, () => markOwnFiles(connection.db, config));
    const services = createServices({ config, connection, log });
    stopFunctions.push(() => services.close());
    await services.start();
    let worker: SupervisedWorker | null = null;
    const app = await createApi(services, { workerMetrics: async () => worker?.metrics() ?? [] });
    // Stops after the API: running requests may wait for the worker's answers.
    stopFunctions.push(async () => worker?.stop());
    stopFunctions.push(() => drain(app, services.readiness, config));
    releaseStartupMemory();
    await app.listen({ host: config.host, port: config.port });
    // This process serves the worker's metrics.
    if (options.worker !== false)
      worker = superviseWorker({ ...config, databaseUrl, metricsPort: null, tls: null }, log);
    // A generated password is only in this process, so it is made when nothing can fail any more, such as a port that is taken.
    const newAdmin = adminOfSettings ?? (await createAdmin());
    const { demoPhotosDir } = options;
    if (demoPhotosDir !== undefined) stopFunctions.push(startDemo(services, demoPhotosDir));
    return {
      address: addressOf(app, config),
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

/** Checks that with REQUIRE_TLS no other machine can reach the plain port. Throws ConfigError. */
function requireTlsInside({ requiresTls, tls, host, publicUrl }: Config): void {
  if (!requiresTls || tls !== null) return;
  const isBehindLocalProxy = isLoopback(host) && publicUrl !== null;
  if (!isBehindLocalProxy) throw settingError("REQUIRE_TLS", TLS_IS_MISSING);
}

const TLS_IS_MISSING =
  "needs TLS_CERT_FILE and TLS_KEY_FILE, or a proxy on this machine: HOST=127.0.0.1 and PUBLIC_URL with its https address";

/** Connects to the database of DATABASE_URL, which is never stopped here, or starts the embedded one. */
async function openDatabase({ databaseUrl, dataDir }: Config, log: Logger): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    await waitForDatabase(databaseUrl, { onWaiting: (database) => log.info({ database }, "waiting for the database") });
    const prepare = () => migrate(databaseUrl).then(() => databaseUrl);
    return { url: databaseUrl, prepare, pid: () => null, stop: async () => undefined };
  }
  const embedded = await startEmbeddedPostgres({ dataDir, onLog: (line) => log.debug({ line }, "database") });
  return { ...embedded, prepare: () => prepareEmbeddedDatabase(embedded.url) };
}

/** Creates the demo event in the background. Returns a function that waits for it. */
function startDemo(services: Services, photosDir: string): () => Promise<void> {
  const creation = createDemoProject(services, photosDir).then(
    (photos) => services.log.info({ photos }, "created the demo event"),
    (error: unknown) => services.log.error({ err: error }, "the demo event could not be created"),
  );
  return () => creation;
}

/**
 * Stops the API: first /api/ready fails, so that load balancers send new requests elsewhere; then the server stops listening, live
 * event streams are closed, and running requests get time to finish.
 */
async function drain(app: FastifyInstance, readiness: Readiness, { shutdownDelayMs }: Config): Promise<void> {
  readiness.stop();
  if (app.server.listening) await delay(shutdownDelayMs);
  const timeout = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  // Answers that began before the shutdown keep their connections open.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  await app.close();
  clearInterval(idle);
  clearTimeout(timeout);
}

/** A URL that a browser can open: a wildcard address becomes localhost. */
function addressOf(app: FastifyInstance, { tls }: Pick<Config, "tls">): string {
  const bound = app.server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server listens on no port");
  const isAny = bound.address === "0.0.0.0" || bound.address === "::";
  const host = isAny ? "localhost" : bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return `${tls === null ? "http" : "https"}://${host}:${bound.port}`;
}
