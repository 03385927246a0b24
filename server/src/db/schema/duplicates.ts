import { PAIR_STATUSES, type Rect } from "@precount/domain";
import {
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
} from "../drizzle.ts";
import { bytea, instant, isCuid2, sid } from "./columns.ts";
import { imageDetections } from "./detections.ts";
import { images, orientationEnum } from "./images.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** Keypoints by which overlapping photos are recognized (ADR-031). Derived from the photo: they can be computed again at any time. */
export const imageKeypoints = pgTable("image_keypoints", {
  imageSid: sid()
    .primaryKey()
    .references(() => images.sid, { onDelete: "cascade" }),
  /** The orientation under which they were found: of another one they are useless. */
  orientation: orientationEnum().notNull(),
  /** domain's encodeKeypoints. */
  points: bytea().notNull(),
});

/**
 * The stickers of each image's representative detection, so that the search for duplicates finds equal ones by an index. Derived
 * from the detection by the job find-duplicates.
 */
export const imageStickers = pgTable(
  "image_stickers",
  {
    imageSid: sid()
      .notNull()
      .references(() => images.sid, { onDelete: "cascade" }),
    /** The index of the result. */
    position: integer().notNull(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    detectionSid: sid()
      .notNull()
      .references(() => imageDetections.sid, { onDelete: "cascade" }),
    code: text().notNull(),
    quantity: text().notNull(),
    /** In the upright frame. */
    rect: jsonb().$type<Rect>().notNull(),
  },
  (t) => [
    primaryKey({ name: "image_stickers_pkey", columns: [t.imageSid, t.position] }),
    index("image_stickers_by_text").on(t.projectSid, t.code, t.quantity),
    /** Answers a search for quantities. Doubtful quantities that are no number are null. */
    index("image_stickers_by_units").on(
      t.projectSid,
      sql`(case when ${t.quantity} ~ '^[0-9]{1,9}$' then ${t.quantity}::int end)`,
    ),
  ],
);

export const pairStatusEnum = pgEnum("pair_status", PAIR_STATUSES);

/** Pairs of stickers in two images that may be one sticker (PD-93). Image A has the smaller sid. */
export const stickerPairs = pgTable(
  "sticker_pairs",
  {
    sid: sid().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    imageA: sid().notNull(),
    positionA: integer().notNull(),
    imageB: sid().notNull(),
    positionB: integer().notNull(),
    /** The detections that the positions refer to. */
    detectionA: sid().notNull(),
    detectionB: sid().notNull(),
    status: pairStatusEnum().notNull().default("suspected"),
    /** 0–1. */
    certainty: doublePrecision().notNull(),
    /** From A to B in their upright frames, nine numbers; it aligns the two photos on the screen. */
    homography: doublePrecision().array().notNull(),
    foundAt: instant().notNull().defaultNow(),
    decidedAt: instant(),
    /** Null for a pair that the event's setting merged. */
    decidedBy: sid().references(() => users.sid),
  },
  (t) => [
    ...(["A", "B"] as const).flatMap((side) => [
      foreignKey({
        name: `sticker_pairs_image_${side.toLowerCase()}_fk`,
        columns: [t[`image${side}`]],
        foreignColumns: [images.sid],
      }).onDelete("cascade"),
      foreignKey({
        name: `sticker_pairs_detection_${side.toLowerCase()}_fk`,
        columns: [t[`detection${side}`]],
        foreignColumns: [imageDetections.sid],
      }).onDelete("cascade"),
    ]),
    uniqueIndex("sticker_pairs_once").on(t.imageA, t.positionA, t.imageB, t.positionB),
    index("sticker_pairs_of_image_b").on(t.imageB),
    index("sticker_pairs_of_event").on(t.projectSid, t.status),
    check("sticker_pairs_sid_cuid2", isCuid2(t.sid)),
    check("sticker_pairs_images_in_order", sql`${t.imageA} < ${t.imageB}`),
    check("sticker_pairs_certainty", sql`${t.certainty} between 0 and 1`),
    check("sticker_pairs_homography", sql`cardinality(${t.homography}) = 9`),
    check("sticker_pairs_decided", sql`(${t.status} = 'suspected') = (${t.decidedAt} is null)`),
    check("sticker_pairs_decided_by", sql`${t.decidedBy} is null or ${t.decidedAt} is not null`),
  ],
);
