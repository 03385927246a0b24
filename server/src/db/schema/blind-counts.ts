import {
  CHECK_STATUSES,
  type Certificate,
  type CheckAnswer,
  type CheckOutcome,
  type SamplingRule,
} from "@precount/domain";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  sql,
  text,
  uniqueIndex,
} from "../drizzle.ts";
import { instant, isCuid2, sid } from "./columns.ts";
import { projects } from "./projects.ts";
import { reports } from "./reports.ts";
import { users } from "./users.ts";

/** Blind counts of events, with what is needed to draw their samples again (ADR-042). */
export const blindCounts = pgTable(
  "blind_counts",
  {
    sid: sid().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    rule: jsonb().$type<SamplingRule>().notNull(),
    /** Random, 32 hexadecimal digits. With it and the rows, anyone can draw the same sample. */
    seed: text().notNull(),
    /** A hash of what decides which rows the report has, when the population was last extended. Null before that. */
    populationState: text(),
    startedAt: instant().notNull().defaultNow(),
    startedBy: sid()
      .notNull()
      .references(() => users.sid),
    stoppedAt: instant(),
    stoppedBy: sid().references(() => users.sid),
  },
  (t) => [
    uniqueIndex("blind_counts_one_running")
      .on(t.projectSid)
      .where(sql`${t.stoppedAt} is null`),
    check("blind_counts_sid_cuid2", isCuid2(t.sid)),
    check("blind_counts_stopped", sql`(${t.stoppedAt} is null) = (${t.stoppedBy} is null)`),
  ],
);

const ofCount = () =>
  sid()
    .notNull()
    .references(() => blindCounts.sid, { onDelete: "cascade" });

/**
 * The detections whose rows are in the population, at the revision up to which they are. Like the checks they have no foreign keys
 * to images and detections, which would lock those until a draw ends.
 */
export const blindDetections = pgTable(
  "blind_detections",
  {
    countSid: ofCount(),
    detectionSid: sid().notNull(),
    revision: integer().notNull(),
    /** Results that were left out because another image counted the same sticker (PD-93). Null if this is not known. */
    linked: integer().array(),
  },
  (t) => [primaryKey({ name: "blind_detections_pkey", columns: [t.countSid, t.detectionSid] })],
);

export const checkStatusEnum = pgEnum("check_status", CHECK_STATUSES);

/** The population of a blind count: its rows, and its photos, in which missing stickers are searched. Those that are drawn are checked. */
export const blindChecks = pgTable(
  "blind_checks",
  {
    sid: sid().primaryKey(),
    countSid: ofCount(),
    imageSid: sid().notNull(),
    detectionSid: sid().notNull(),
    /** The index of the result; null for a photo. */
    position: integer(),
    /** An index of domain's ROW_STRATA, or PHOTO_STRATUM. */
    stratum: smallint().notNull(),
    /** The permanent random number: units of a stratum are drawn in the order of their keys. */
    key: bigint({ mode: "number" }).notNull(),
    /** The values when the row entered the population; empty for a photo. */
    code: text().notNull(),
    quantity: text().notNull(),
    units: integer().notNull(),
    /** Who validated the photo then, and everyone who must not check it: also the authors of its edits. */
    validatedBy: sid().notNull(),
    excluded: text().array().notNull(),
    modelSid: sid().notNull(),
    status: checkStatusEnum().notNull().default("undrawn"),
    /** A check is given to one person at a time. */
    takenBy: sid(),
    takenUntil: instant(),
    answer: jsonb().$type<CheckAnswer>(),
    answeredBy: sid().references(() => users.sid),
    answeredAt: instant(),
    outcome: jsonb().$type<CheckOutcome>(),
    settledBy: sid().references(() => users.sid),
    settledAt: instant(),
    /** domain's judgeCheck of the outcome. */
    isWrong: boolean().notNull().default(false),
    isCodeWrong: boolean().notNull().default(false),
    isQuantityWrong: boolean().notNull().default(false),
    unitsDifference: integer().notNull().default(0),
    missing: integer().notNull().default(0),
  },
  (t) => [
    index("blind_checks_in_order").on(t.countSid, t.stratum, t.key),
    index("blind_checks_of_detection").on(t.countSid, t.detectionSid),
    check("blind_checks_sid_cuid2", isCuid2(t.sid)),
    check(
      "blind_checks_answered",
      sql`(${t.status} in ('undrawn', 'open')) = (${t.answer} is null) and (${t.answer} is null) = (${t.answeredBy} is null)`,
    ),
    check("blind_checks_settled", sql`(${t.status} = 'settled') = (${t.settledBy} is not null)`),
    check("blind_checks_not_own", sql`${t.answeredBy} is null or not ${t.answeredBy} = any(${t.excluded})`),
  ],
);

/** Stickers that a third look added to or corrected in a photo: rows that need no further check. */
export const blindCorrections = pgTable(
  "blind_corrections",
  {
    countSid: ofCount(),
    detectionSid: sid().notNull(),
    position: integer().notNull(),
    code: text().notNull(),
    quantity: text().notNull(),
  },
  (t) => [index("blind_corrections_of_detection").on(t.countSid, t.detectionSid)],
);

/** The certificate of a report, made in the transaction that completes the event. */
export const certificates = pgTable("certificates", {
  reportSid: sid()
    .primaryKey()
    .references(() => reports.sid),
  contents: jsonb().$type<Certificate>().notNull(),
});
