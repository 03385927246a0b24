import { JOB_STATES } from "@precount/domain";
import { check, index, integer, jsonb, pgEnum, pgTable, sql, text, uniqueIndex } from "../drizzle.ts";
import { sid, instant } from "./columns.ts";
import { images } from "./images.ts";
import { models } from "./models.ts";

export const jobStateEnum = pgEnum("job_state", JOB_STATES);

/** What the queue does for an image, beside the queue's own tables, so that lists can show it. */
export const imageJobs = pgTable(
  "image_jobs",
  {
    id: sid().primaryKey(),
    imageSid: sid()
      .notNull()
      .references(() => images.sid, { onDelete: "cascade" }),
    modelSid: sid()
      .notNull()
      .references(() => models.sid),
    state: jobStateEnum().notNull().default("queued"),
    /** The queue's job that works on it now: one that was sent before a Retry finds itself replaced. */
    queueId: text(),
    options: jsonb().$type<Record<string, number>>().notNull(),
    attempts: integer().notNull().default(0),
    maxAttempts: integer().notNull().default(5),
    error: text(),
    retryAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("image_jobs_one_open")
      .on(t.imageSid, t.modelSid)
      .where(sql`${t.state} in ('queued', 'running', 'retrying')`),
    index("image_jobs_of_image").on(t.imageSid, t.createdAt.desc()),
    /** For who watches over all events: few fail. */
    index("image_jobs_failed")
      .on(t.imageSid)
      .where(sql`${t.state} = 'failed'`),
    check("image_jobs_error_when_failed", sql`${t.state} <> 'failed' or ${t.error} is not null`),
    check("image_jobs_retry_when_retrying", sql`(${t.state} = 'retrying') = (${t.retryAt} is not null)`),
  ],
);

/** Answers of workers to what a person waits for, until they are fetched: a notification holds 8000 bytes at most. */
export const jobAnswers = pgTable("job_answers", {
  question: sid().primaryKey(),
  /** JSON as text: jsonb refuses the NULs that strangers' documents hold. */
  answer: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});
