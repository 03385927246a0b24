import { bigint, boolean, index, integer, pgTable, text } from "../drizzle.ts";
import { instant, sid } from "./columns.ts";
import { imageStatusEnum, images } from "./images.ts";
import { projects } from "./projects.ts";

/**
 * The states of an image in their order (ADR-057). Triggers on images and image_detections write a row with each change; no code writes
 * it. Immutable. Images from before this table existed have their first row from the migration.
 */
export const imageStates = pgTable(
  "image_states",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    imageSid: sid()
      .notNull()
      .references(() => images.sid, { onDelete: "cascade" }),
    at: instant().notNull(),
    status: imageStatusEnum().notNull(),
    /** The number, because areas can be deleted. */
    areaNumber: integer(),
    /** Whether the image's area was voided, so that the image did not count. */
    areaVoided: boolean().notNull().default(false),
    countsToo: boolean(),
    /** The validated detection that counts; null before. */
    detectionSid: text(),
    stickers: integer().notNull(),
    validStickers: integer().notNull(),
  },
  (t) => [
    /** The last state of each image at a moment. */
    index("image_states_of_event").on(t.projectSid, t.imageSid, t.id),
    index("image_states_of_image").on(t.imageSid, t.id),
    index("image_states_by_time").on(t.projectSid, t.at),
  ],
);
