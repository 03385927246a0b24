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
    /** Without its rows. Immutable: a trigger refuses every update and delete of a report (decision 8). */
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
 * A report's rows, as domain's ReportRow, apart from it: there may be 100,000, and a page of them is read by its positions.
 * They are written before their report, in its transaction: triggers see to it that a report has as many as it
 * says, at the positions 1 to that, and refuse every later change. (A foreign key would look up the same report 100,000 times.)
 */
export const reportRows = pgTable(
  "report_rows",
  {
    reportSid: sid().notNull(),
    /** 1 is the first. */
    position: integer().notNull(),
    areaCode: text().notNull(),
    bayCode: text().notNull(),
    shelfCode: text().notNull(),
    code: text().notNull(),
    quantity: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.reportSid, t.position] }), check("report_rows_position", sql`${t.position} >= 1`)],
);
