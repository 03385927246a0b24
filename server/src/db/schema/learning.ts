import { EXAMPLE_ORIGINS, LEARNING_RUN_STATES, type LearningProgress, type Rect } from "@precount/domain";
import {
  boolean,
  check,
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
import { instant, isCuid2, sid } from "./columns.ts";
import { images } from "./images.ts";
import { models } from "./models.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

/** The settings of learning (PD-176): one row, or none for the defaults. */
export const learningSettings = pgTable(
  "learning_settings",
  {
    isOnly: boolean().primaryKey().default(true),
    /** The switch of the group `everyone`, which has no row. */
    collectsFromEveryone: boolean().notNull().default(false),
    startsAutomatically: boolean().notNull().default(false),
    promotesAutomatically: boolean().notNull().default(false),
  },
  (t) => [check("learning_settings_only", sql`${t.isOnly}`)],
);

export const exampleOriginEnum = pgEnum("example_origin", EXAMPLE_ORIGINS);

/**
 * Stickers with true values to learn from, one for each predicted sticker of an approved image. Triggers delete the rows of an image
 * that is unlocked, edited or rejected, and note the files of deleted rows in `learning_dropped_files`.
 */
export const learningExamples = pgTable(
  "learning_examples",
  {
    imageSid: sid()
      .notNull()
      .references(() => images.sid, { onDelete: "cascade" }),
    /** The index of the result in its detection. */
    position: integer().notNull(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    modelSid: sid()
      .notNull()
      .references(() => models.sid),
    code: text().notNull(),
    codeOrigin: exampleOriginEnum().notNull(),
    codeAccount: sid(),
    quantity: text().notNull(),
    quantityOrigin: exampleOriginEnum().notNull(),
    quantityAccount: sid(),
    /** The sticker in the crop, pixels. */
    box: jsonb().$type<Rect>().notNull(),
    /** The crop, a JPEG in the blob store. */
    sha256: text().notNull(),
    /** domain's isHeldOut of the key. */
    isHeldOut: boolean().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: "learning_examples_pkey", columns: [t.imageSid, t.position] }),
    index("learning_examples_of_event").on(t.projectSid),
    index("learning_examples_by_age").on(t.createdAt),
    index("learning_examples_by_file").on(t.sha256),
    check("learning_examples_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** Files of deleted examples that are still in the blob store, until housekeeping removes them. */
export const learningDroppedFiles = pgTable("learning_dropped_files", {
  sha256: text().primaryKey(),
  droppedAt: instant().notNull().defaultNow(),
});

export const learningRunStateEnum = pgEnum("learning_run_state", LEARNING_RUN_STATES);

export const learningRuns = pgTable(
  "learning_runs",
  {
    sid: sid().primaryKey(),
    state: learningRunStateEnum().notNull().default("queued"),
    /** The group whose examples it learns from; null for all. */
    groupSid: sid(),
    startedBy: sid().references(() => users.sid),
    /** The model in use when it started, which the new one must beat. */
    championSid: sid().references(() => models.sid),
    /** The number of the latest attempt; only it may write. */
    attempt: integer().notNull().default(0),
    queueId: text(),
    progress: jsonb().$type<LearningProgress>(),
    modelSid: sid().references(() => models.sid),
    reason: text(),
    createdAt: instant().notNull().defaultNow(),
    startedAt: instant(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex("learning_runs_one_unfinished")
      .on(sql`(true)`)
      .where(sql`${t.state} in ('queued', 'running')`),
    check("learning_runs_sid_cuid2", isCuid2(t.sid)),
    check("learning_runs_ended", sql`(${t.state} in ('queued', 'running')) = (${t.endedAt} is null)`),
  ],
);
