import { index, integer, pgTable, primaryKey, text } from "../drizzle.ts";
import { bytea, instant, sid } from "./columns.ts";
import { imageDetections } from "./detections.ts";
import { images, orientationEnum } from "./images.ts";
import { users } from "./users.ts";

/**
 * The crops of each image's stickers (ADR-040), made by the job make-crops. Derived from the photo and its results: they can be made
 * again at any time, and a backup leaves them out.
 */
export const imageCrops = pgTable(
  "image_crops",
  {
    imageSid: sid()
      .notNull()
      .references(() => images.sid, { onDelete: "cascade" }),
    /** domain's cropKey of the result's box. */
    key: text().notNull(),
    /** The orientation of the photo in which the box is. */
    orientation: orientationEnum().notNull(),
    /** WebP. */
    contents: bytea().notNull(),
  },
  (t) => [primaryKey({ name: "image_crops_pkey", columns: [t.imageSid, t.key] })],
);

/**
 * Stickers that a person has looked at on the crop wall, with the values that they had then. The mark holds as long as the values are
 * the same.
 */
export const seenStickers = pgTable(
  "seen_stickers",
  {
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    detectionSid: sid()
      .notNull()
      .references(() => imageDetections.sid, { onDelete: "cascade" }),
    /** Index of the result in its detection. */
    position: integer().notNull(),
    code: text().notNull(),
    quantity: text().notNull(),
    seenAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: "seen_stickers_pkey", columns: [t.userSid, t.detectionSid, t.position] }),
    index("seen_stickers_of_detection").on(t.detectionSid),
  ],
);
