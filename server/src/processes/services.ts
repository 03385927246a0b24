import type { Area } from "@precount/domain";
import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import { startSealing } from "../audit/sealer.ts";
import type { Config } from "../config/config.ts";
import type { Connection, Database } from "../db/connect.ts";
import { type WorkAccountProvider, createWorkAccountProvider } from "../auth/work-account/provider.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { SharedReads } from "../lib/coalescing-loader.ts";
import { type Mailer, createMailer } from "../mail/mailer.ts";
import { type PhotoServices, createPhotoServices } from "./photo-services.ts";
import { Readiness } from "../operations/status/readiness.ts";
import { startBeating } from "../telemetry/beat.ts";
import { WorkReport } from "../telemetry/work-report.ts";

/** What every procedure and route works with; made once at start. */
export type Services = PhotoServices & {
  config: Config;
  db: Database;
  pool: Pool;
  /** How to open more connections to the same database: LISTEN, the queue, the worker. */
  databaseUrl: string;
  /** Null when no mail server is set up. */
  mailer: Mailer | null;
  /** Null when no work-account provider is set up. */
  workAccount: WorkAccountProvider | null;
  log: FastifyBaseLogger;
  readiness: Readiness;
  /** Lists of areas, by event: a hundred screens may ask for the same one at once. */
  areaLists: SharedReads<Area[]>;
};

export type OwnServices = Services & {
  /** Nothing runs before this; what a power cut left half-done is put right in it. */
  start(): Promise<void>;
  /** Ends what was started here; the connection is the caller's. */
  close(): Promise<void>;
};

export function createServices(given: { config: Config; connection: Connection; log: FastifyBaseLogger }): OwnServices {
  const { config, connection, log } = given;
  const { db, pool, url: databaseUrl } = connection;
  const photos = createPhotoServices({ config, db, databaseUrl, log });
  const report = new WorkReport();
  const ending: (() => Promise<void>)[] = [];
  return {
    ...photos,
    config,
    db,
    pool,
    areaLists: new SharedReads<Area[]>(),
    databaseUrl,
    mailer: createMailer(config, (failure) => report.mail(failure)),
    workAccount: config.workAccount && createWorkAccountProvider(config.workAccount),
    log,
    readiness: new Readiness({ pool, blobs: photos.blobs }),
    start: async () => {
      await photos.start();
      ending.push(
        startHousekeeping({ ...photos, db }, log),
        startSealing(db, log),
        startBeating(db, { role: "api", report, log }),
      );
    },
    close: async () => {
      for (const end of ending.splice(0)) await end();
      await photos.close();
    },
  };
}
