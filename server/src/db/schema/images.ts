import { IMAGE_STATUSES, ORIENTATIONS } from "@precount/domain";
import { bigint, check, index, integer, pgEnum, pgTable, sql, text, unique } from "../drizzle.ts";
import { areas } from "./areas.ts";
import { rotationEnum, sid, instant, isCuid2 } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** `not_taken` is an area's status; the column's check keeps it out of images. */
export const imageStatusEnum = pgEnum("image_status", IMAGE_STATUSES);

export const orientationEnum = pgEnum("orientation", ORIENTATIONS);

export const images = pgTable(
  "images",
  {
    sid: sid().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid),
    areaSid: sid().references(() => areas.sid, { onDelete: "set null" }),
    /** As the uploader's file was called, shown as text only. */
    name: text().notNull(),
    /** The number in the upload's area field, also of an area that did not exist then; it goes before name and codes. */
    givenAreaNumber: integer(),
    /** Areas that the codes in the photo name: those of our own printed sheets, and bare numbers that may be areas. */
    sheetCodes: integer().array().notNull().default([]),
    bareCodes: integer().array().notNull().default([]),
    /** Somebody took it off its area: neither its name nor its codes may bring it back. Not set when the area itself went. */
    areaUnlinkedAt: instant(),
    areaUnlinkedBy: sid().references(() => users.sid),
    /** Derived by domain's deriveImageStatus in the transaction that changes what it depends on. */
    status: imageStatusEnum().notNull().default("uploaded"),
    statusDate: instant().notNull().defaultNow(),
    sha256: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    format: text().notNull(),
    /** Of the stored pixels; the upright size follows from orientation and rotation. */
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
    /**
     * Of the detection that stands for the image (selected, else newest validated, else newest live);
     * null without one. A trigger on image_detections keeps both, so no code writes them: lists and an
     * event's valid percent read them from an index alone.
     */
    stickersCount: integer(),
    validStickersCount: integer(),
    /** Of its live detections: how many they are and what they found; kept by the same trigger. */
    detectionsCount: integer().notNull().default(0),
    resultsCount: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
  },
  (t) => [
    /** The same bytes in the same event are one row (decision 15). */
    unique("images_bytes_once").on(t.projectSid, t.sha256),
    /** Everything that an event's progress and percent are made of: they need no look at the rows. */
    index("images_by_status").on(t.projectSid, t.status, t.stickersCount, t.validStickersCount),
    index("images_by_area").on(t.areaSid),
    /** Who else has these bytes, before a file is removed. */
    index("images_by_sha256").on(t.sha256),
    check("images_sid_cuid2", isCuid2(t.sid)),
    check("images_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check("images_never_not_taken", sql`${t.status} <> 'not_taken'`),
    check("images_rejected_by_someone", sql`(${t.rejectedAt} is null) = (${t.rejectedBy} is null)`),
    check("images_rejected_status", sql`(${t.status} = 'rejected') = (${t.rejectedAt} is not null)`),
    check("images_few_codes", sql`cardinality(${t.sheetCodes}) <= 32 and cardinality(${t.bareCodes}) <= 32`),
    check("images_unlinked_by_someone", sql`(${t.areaUnlinkedAt} is null) = (${t.areaUnlinkedBy} is null)`),
    check("images_unlinked_or_linked", sql`${t.areaUnlinkedAt} is null or ${t.areaSid} is null`),
    check("images_have_pixels", sql`${t.rawWidth} > 0 and ${t.rawHeight} > 0 and ${t.sizeBytes} > 0`),
  ],
);
