import { createRequire } from "node:module";
import type * as Orm from "drizzle-orm";
import type * as NodePostgres from "drizzle-orm/node-postgres";
import type * as Migrator from "drizzle-orm/node-postgres/migrator";
import type * as PgCore from "drizzle-orm/pg-core";

/*
 * The one door to drizzle-orm, which here is its CommonJS build: its ES modules are barrels that export each
 * other in circles, and linking those takes 540 ms of CPU and leaves 140 MB behind at every start of a server,
 * a worker or a test file; this takes 60 ms and 17 MB. The types are the ES modules' own, which are the same.
 */
const load = createRequire(import.meta.url);

// require knows no types; each is of the module it names.
const orm = load("drizzle-orm") as typeof Orm;
const pgCore = load("drizzle-orm/pg-core") as typeof PgCore;
const nodePostgres = load("drizzle-orm/node-postgres") as typeof NodePostgres;
const migrator = load("drizzle-orm/node-postgres/migrator") as typeof Migrator;

export const { and, asc, between, desc, eq, gt, inArray, isNotNull, isNull, like, lt, max, ne, notInArray, or, sql } =
  orm;
export const {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} = pgCore;
export const { drizzle } = nodePostgres;
export const { migrate } = migrator;
export type { SQL } from "drizzle-orm";
export type { NodePgDatabase } from "drizzle-orm/node-postgres";
