import { type ProcessReport, type ProcessRole } from "@precount/domain";
import { integer, jsonb, pgTable, text } from "../drizzle.ts";
import { sid, instant, bytea } from "./columns.ts";

/** What only the servers of this database know, such as the key that signs links; made when first needed. */
export const serverSecrets = pgTable("server_secrets", {
  name: text().primaryKey(),
  secret: bytea().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/**
 * Processes of this installation and what they last said of themselves, with every beat (telemetry/beat.ts). One that ended stays
 * for an hour, because of what it counted.
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

/** When an operator's work was last done, such as a backup: by other processes than the server. */
export const upkeep = pgTable("upkeep", { name: text().primaryKey(), doneAt: instant().notNull() });
