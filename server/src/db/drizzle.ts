import { createRequire } from "node:module";
import type * as Orm from "drizzle-orm";
import type * as NodePostgres from "drizzle-orm/node-postgres";
import type * as Migrator from "drizzle-orm/node-postgres/migrator";
import type * as PgCore from "drizzle-orm/pg-core";

/*
 * The only import of drizzle-orm. It loads the CommonJS build: the ES modules are barrels that re-export each other in cycles,
 * and linking them takes 540 ms of CPU and 140 MB at every start of a server, worker or test file. The CommonJS build takes 60 ms
 * and 17 MB. The types come from the ES modules and are identical.
 */
const load = createRequire(import.meta.url);

// `require` is untyped; each value has the type of the module that it loads.
const orm = load("drizzle-orm") as typeof Orm;
const pgCore = load("drizzle-orm/pg-core") as typeof PgCore;
const nodePostgres = load("drizzle-orm/node-postgres") as typeof NodePostgres;
const migrator = load("drizzle-orm/node-postgres/migrator") as typeof Migrator;

export const {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  max,
  ne,
  notExists,
  notInArray,
  or,
  sql,
} = orm;
export const {
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
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
export type { SQL, SQLWrapper } from "drizzle-orm";
export type { NodePgDatabase } from "drizzle-orm/node-postgres";
