import { type ProcessReport, type ProcessRole } from "@precount/domain";
import { integer, jsonb, pgTable, text } from "../drizzle.ts";
import { sid, instant, bytea } from "./columns.ts";

/** Secrets shared by the servers of this database, such as the key that signs links. Created on first use. */
export const serverSecrets = pgTable("server_secrets", {
  name: text().primaryKey(),
  secret: bytea().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/**
 * Processes of this installation with their latest report, updated by every heartbeat (processes/heartbeat.ts). An ended process
 * keeps its row for an hour, because its counts are still shown.
 */
export const processes = pgTable("processes", {
  id: sid().primaryKey(),
  role: text().$type<ProcessRole>().notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  startedAt: instant().notNull().defaultNow(),
  seenAt: instant().notNull().defaultNow(),
  endedAt: instant(),
  report: jsonb().$type<ProcessReport>().notNull(),
});

/** When a maintenance task of the operator, such as a backup, last completed. Other processes than the server write it. */
export const maintenanceRuns = pgTable("upkeep", { name: text().primaryKey(), doneAt: instant().notNull() });
