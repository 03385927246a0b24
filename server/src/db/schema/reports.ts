import { type Rect, type ReportHead, type ValueOrigin } from "@precount/domain";
import { check, index, integer, jsonb, pgTable, primaryKey, sql, text, unique } from "../drizzle.ts";
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
    /** Where the row comes from (domain's RowSource). Null in reports that were created before sources were stored. */
    imageSid: sid(),
    resultIndex: integer(),
    rect: jsonb().$type<Rect>(),
    origin: text().$type<ValueOrigin>(),
  },
  (t) => [primaryKey({ columns: [t.reportSid, t.position] }), check("report_rows_position", sql`${t.position} >= 1`)],
);

/**
 * The images of a report as they were when it was created: the detection that was counted and who approved it. Inserted with the rows,
 * and immutable like them.
 */
export const reportImages = pgTable(
  "report_images",
  {
    reportSid: sid().notNull(),
    imageSid: sid().notNull(),
    detectionSid: sid().notNull(),
    /** Version of the upright photo, to which the boxes of the rows belong: a later rotation changes it. */
    version: text().notNull(),
    approvedAt: instant().notNull(),
    approvedBy: sid().notNull(),
  },
  (t) => [primaryKey({ columns: [t.reportSid, t.imageSid] })],
);

/** Acceptances of reports. A trigger rejects every update and delete. */
export const reportAcceptances = pgTable(
  "report_acceptances",
  {
    sid: sid().primaryKey(),
    reportSid: sid()
      .notNull()
      .references(() => reports.sid),
    /** The person who accepted it; often without an account. */
    name: text().notNull(),
    remark: text().notNull().default(""),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid()
      .notNull()
      .references(() => users.sid),
  },
  (t) => [index("report_acceptances_of_report").on(t.reportSid), check("report_acceptances_sid_cuid2", isCuid2(t.sid))],
);
