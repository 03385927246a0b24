import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import type { Config } from "./config.ts";
import type { Connection, Database } from "./db/connect.ts";
import { type PhotoServices, startPhotoServices } from "./photo-services.ts";

/** What every procedure and route works with; made once at start. */
export type Services = PhotoServices & {
  config: Config;
  db: Database;
  pool: Pool;
  /** How to open more connections to the same database: LISTEN, the queue, the worker. */
  databaseUrl: string;
  log: FastifyBaseLogger;
};

export type OpenServices = Services & {
  /** Ends what was started here; the connection is the caller's. */
  close(): Promise<void>;
};

export async function openServices(given: {
  config: Config;
  connection: Connection;
  log: FastifyBaseLogger;
}): Promise<OpenServices> {
  const { config, connection, log } = given;
  const { db, pool, url: databaseUrl } = connection;
  const photoServices = await startPhotoServices({ config, db, databaseUrl, log });
  return { ...photoServices, config, db, pool, databaseUrl, log };
}
