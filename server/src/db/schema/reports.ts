import { type ReportHead } from "@precount/domain";
import { check, integer, jsonb, pgTable, primaryKey, sql, text, unique } from "../drizzle.ts";
import { sid, instant, isCuid2 } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export const reports = pgTable(
  "reports",
  {
    sid: sid().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid),
    version: integer().notNull(),
    title: text().notNull(),
    /** The report without its rows. Immutable: a trigger rejects every update and delete of a report (PD-8). */
    contents: jsonb().$type<ReportHead>().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid()
      .notNull()
      .references(() => users.sid),
  },
  (t) => [
    unique("reports_version_once").on(t.projectSid, t.version),
    check("reports_sid_cuid2", isCuid2(t.sid)),
    check("reports_version_positive", sql`${t.version} >= 1`),
    check("reports_rows_apart", sql`not jsonb_exists(${t.contents}, 'rows')`),
  ],
);

/**
 * The rows of a report (domain's ReportRow). A report may have 100,000 rows, and a page is read by position. The rows are
 * inserted before their report, in the same transaction. Triggers check that the positions run from 1 to the report's row count
 * and reject later changes. There is no foreign key, because it would look up the same report 100,000 times.
 */
export const reportRows = pgTable(
  "report_rows",
  {
    reportSid: sid().notNull(),
    /** Counts from 1. */
    position: integer().notNull(),
    areaCode: text().notNull(),
    bayCode: text().notNull(),
    shelfCode: text().notNull(),
    code: text().notNull(),
    quantity: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.reportSid, t.position] }), check("report_rows_position", sql`${t.position} >= 1`)],
);
