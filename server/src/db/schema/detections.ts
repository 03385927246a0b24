import { DETECTION_STATUSES, type ItemCodes, type Patch, type Prediction } from "@precount/domain";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  smallint,
  sql,
  text,
  unique,
  uniqueIndex,
} from "../drizzle.ts";
import { sid, instant, isCuid2 } from "./columns.ts";
import { images } from "./images.ts";
import { models } from "./models.ts";
import { users } from "./users.ts";

export const detectionStatusEnum = pgEnum("detection_status", DETECTION_STATUSES);

export const imageDetections = pgTable(
  "image_detections",
  {
    sid: sid().primaryKey(),
    imageSid: sid()
      .notNull()
      .references(() => images.sid, { onDelete: "cascade" }),
    modelSid: sid()
      .notNull()
      .references(() => models.sid),
    status: detectionStatusEnum().notNull().default("inferred"),
    revision: integer().notNull().default(0),
    /** Revision of the last rotation of the photo and its boxes: boxes of older revisions use another coordinate frame. */
    turnedRevision: integer().notNull().default(0),
    /**
     * Immutable: a trigger rejects updates, except in a transaction that rotates the photo's boxes (PD-17) and has run
     * `set local precount.rotating = 'on'`.
     */
    predictions: jsonb().$type<Prediction[]>().notNull(),
    /** The read codes, split by whether the event's item list has them; null without a list (PD-80). */
    itemCodes: jsonb().$type<ItemCodes>(),
    /** Options of the detection request. */
    options: jsonb().$type<Record<string, number>>().notNull(),
    elapsedMs: integer().notNull(),
    inferredAt: instant().notNull().defaultNow(),
    validatedAt: instant(),
    validatedBy: sid().references(() => users.sid),
    progress: smallint().notNull(),
    resultsCount: integer().notNull(),
    stickersCount: integer().notNull(),
    validStickersCount: integer().notNull(),
    stickerPredictionsCount: integer().notNull(),
    validStickerPredictionsCount: integer().notNull(),
    patchedStickersCount: integer().notNull(),
    /** Has a default, because the previous version does not write it. */
    confirmedStickersCount: integer().notNull().default(0),
    discardedStickersCount: integer().notNull(),
    addedStickersCount: integer().notNull(),
    patchedStickersCodesCount: integer().notNull(),
    patchedStickersQuantitiesCount: integer().notNull(),
    codesWithLeadingZeroCount: integer().notNull(),
    /** Not used. The previous version writes it, so a later migration removes it. */
    countedStickers: jsonb(),
  },
  (t) => [
    /** One live detection per image and model; earlier ones are kept as discarded (PD-19). */
    uniqueIndex("image_detections_one_live")
      .on(t.imageSid, t.modelSid)
      .where(sql`${t.status} <> 'discarded'`),
    uniqueIndex("image_detections_one_selected")
      .on(t.imageSid)
      .where(sql`${t.status} = 'selected'`),
    index("image_detections_of_image").on(t.imageSid, t.inferredAt.desc()),
    check("image_detections_sid_cuid2", isCuid2(t.sid)),
    check(
      "image_detections_validated_by_someone",
      sql`${t.status} not in ('validated', 'selected') or (${t.validatedAt} is not null and ${t.validatedBy} is not null)`,
    ),
    check("image_detections_progress_percent", sql`${t.progress} between 0 and 100`),
    check("image_detections_valid_within", sql`${t.validStickersCount} between 0 and ${t.stickersCount}`),
  ],
);

/** The ordered log of edits (PD-20). */
export const detectionPatches = pgTable(
  "detection_patches",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    detectionSid: sid()
      .notNull()
      .references(() => imageDetections.sid, { onDelete: "cascade" }),
    /** The revision that this patch created. */
    revision: integer().notNull(),
    /** Order within one revision. */
    position: integer().notNull(),
    patch: jsonb().$type<Patch>().notNull(),
    /** The client's idempotency key: a repeated push is stored once. */
    pushKey: text(),
    /** The revision that undid this patch; an undone patch no longer applies but stays in the log. */
    removedRevision: integer(),
    /** When it was undone; a trigger sets it. Null for patches that were undone before this column existed. */
    removedAt: instant(),
    createdBy: sid()
      .notNull()
      .references(() => users.sid),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique("detection_patches_in_order").on(t.detectionSid, t.revision, t.position),
    uniqueIndex("detection_patches_push_once").on(t.detectionSid, t.pushKey, t.position),
  ],
);
