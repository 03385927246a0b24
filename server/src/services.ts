import type { FastifyBaseLogger } from "fastify";
import type { Pool } from "pg";
import type { Config } from "./config.ts";
import type { Database } from "./db/connect.ts";

/** What every procedure and route works with; made once at start by serve (or by a test). */
export type Services = {
  config: Config;
  db: Database;
  pool: Pool;
  /** How to open more connections to the same database: LISTEN, the queue, the worker. */
  databaseUrl: string;
  log: FastifyBaseLogger;
};
