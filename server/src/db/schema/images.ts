import { IMAGE_STATUSES, ORIENTATIONS, REJECT_REASONS } from "@precount/domain";
import { bigint, boolean, check, index, integer, pgEnum, pgTable, sql, text, unique } from "../drizzle.ts";
import { areas } from "./areas.ts";
import { rotationEnum, sid, instant, isCuid2 } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** Includes `not_taken`, which only areas have; a check keeps it out of this table. */
export const imageStatusEnum = pgEnum("image_status", IMAGE_STATUSES);

export const rejectReasonEnum = pgEnum("reject_reason", REJECT_REASONS);

export const orientationEnum = pgEnum("orientation", ORIENTATIONS);

export const images = pgTable(
  "images",
  {
    sid: sid().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid),
    areaSid: sid().references(() => areas.sid, { onDelete: "set null" }),
    /** File name from the upload; untrusted, shown as text only. */
    name: text().notNull(),
    /** The area number given with the upload, even if no such area existed then. It takes precedence over file name and codes. */
    givenAreaNumber: integer(),
    /** Area numbers decoded from the photo: from printed area tags, and from other codes with a number that may be an area. */
    sheetCodes: integer().array().notNull().default([]),
    bareCodes: integer().array().notNull().default([]),
    /** A user unlinked the image from its area: its name and codes must not link it again. Not set if the area was deleted. */
    areaUnlinkedAt: instant(),
    areaUnlinkedBy: sid().references(() => users.sid),
    /**
     * A user's decision about a photo of an area that has another current image (PD-67): true means that it counts too, false that it
     * does not. Null without a decision. A trigger removes the decision when the image is linked to another area or to none.
     */
    countsToo: boolean(),
    countsTooAt: instant(),
    countsTooBy: sid().references(() => users.sid),
    /** Derived by domain's deriveImageStatus, in the same transaction as the change that it depends on. */
    status: imageStatusEnum().notNull().default("uploaded"),
    statusDate: instant().notNull().defaultNow(),
    sha256: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    format: text().notNull(),
    /** Size of the stored pixels; the upright size follows from orientation and rotation. */
    rawWidth: integer().notNull(),
    rawHeight: integer().notNull(),
    orientation: orientationEnum().notNull(),
    rotation: rotationEnum().notNull().default("none"),
    capturedAt: instant(),
    cameraBrand: text(),
    cameraModel: text(),
    storeNumber: text(),
    shelfCode: text(),
    bayCode: text(),
    rejectedAt: instant(),
    rejectedBy: sid().references(() => users.sid),
    /** Kept when the image is recovered, so that an undo of Recover restores them. They count only while it is rejected. */
    rejectReason: rejectReasonEnum(),
    rejectNote: text(),
    /**
     * Counts of the image's representative detection (selected, else newest validated, else newest live); null without one.
     * A trigger on image_detections maintains both columns; no code writes them. Lists and an event's valid percent read them
     * by an index-only scan.
     */
    stickersCount: integer(),
    validStickersCount: integer(),
    /** Number of live detections and of their results; maintained by the same trigger. */
    detectionsCount: integer().notNull().default(0),
    resultsCount: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
  },
  (t) => [
    /** The same bytes in the same event are one row (PD-15). */
    unique("images_bytes_once").on(t.projectSid, t.sha256),
    /** Covers an event's progress and valid percent: an index-only scan answers both. */
    index("images_by_status").on(t.projectSid, t.status, t.stickersCount, t.validStickersCount),
    index("images_by_area").on(t.areaSid),
    /** Answers which areas of an event have several photos, and which photos have no area, by an index-only scan. */
    index("images_areas_of_event").on(t.projectSid, t.areaSid, t.status),
    /** The newest images of each event of a list. */
    index("images_by_age").on(t.projectSid, t.createdAt),
    /** The images of each event of a list that were approved or rejected during the last hour. */
    index("images_by_status_date").on(t.projectSid, t.statusDate),
    /** Finds other rows with the same bytes before a blob is deleted. */
    index("images_by_sha256").on(t.sha256),
    check("images_sid_cuid2", isCuid2(t.sid)),
    check("images_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check("images_never_not_taken", sql`${t.status} <> 'not_taken'`),
    check("images_rejected_by_someone", sql`(${t.rejectedAt} is null) = (${t.rejectedBy} is null)`),
    check("images_rejected_status", sql`(${t.status} = 'rejected') = (${t.rejectedAt} is not null)`),
    check("images_few_codes", sql`cardinality(${t.sheetCodes}) <= 32 and cardinality(${t.bareCodes}) <= 32`),
    check("images_unlinked_by_someone", sql`(${t.areaUnlinkedAt} is null) = (${t.areaUnlinkedBy} is null)`),
    check("images_unlinked_or_linked", sql`${t.areaUnlinkedAt} is null or ${t.areaSid} is null`),
    check("images_counts_too_by_someone", sql`num_nulls(${t.countsToo}, ${t.countsTooAt}, ${t.countsTooBy}) in (0, 3)`),
    check("images_counts_too_in_area", sql`${t.countsToo} is null or ${t.areaSid} is not null`),
    check("images_have_pixels", sql`${t.rawWidth} > 0 and ${t.rawHeight} > 0 and ${t.sizeBytes} > 0`),
  ],
);
