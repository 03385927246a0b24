import { JOB_STATES } from "@precount/domain";
import { check, index, integer, jsonb, pgEnum, pgTable, sql, text, uniqueIndex } from "../drizzle.ts";
import { sid, instant } from "./columns.ts";
import { images } from "./images.ts";
import { models } from "./models.ts";

export const jobStateEnum = pgEnum("job_state", JOB_STATES);

/** Detection jobs per image. Kept apart from the queue's own tables so that lists can join them. */
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
    /** Id of the current queue job. A queue job from before a Retry sees another id and stops. */
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
    /** Finds failed jobs across all events; few jobs fail. */
    index("image_jobs_failed")
      .on(t.imageSid)
      .where(sql`${t.state} = 'failed'`),
    check("image_jobs_error_when_failed", sql`${t.state} <> 'failed' or ${t.error} is not null`),
    check("image_jobs_retry_when_retrying", sql`(${t.state} = 'retrying') = (${t.retryAt} is not null)`),
  ],
);

/** Answers of workers to requests that a user waits for, until fetched. A PostgreSQL notification holds at most 8000 bytes. */
export const jobAnswers = pgTable("job_answers", {
  question: sid().primaryKey(),
  /** JSON as text: jsonb rejects NUL characters, which uploaded documents may contain. */
  answer: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});
