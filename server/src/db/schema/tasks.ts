import { DOCUMENT_FILE_TYPES, type TableEdit } from "@precount/domain";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  sql,
  text,
  unique,
  uniqueIndex,
} from "../drizzle.ts";
import { sid, instant } from "./columns.ts";
import { projects } from "./projects.ts";
import { users } from "./users.ts";

export const tasks = pgTable(
  "tasks",
  {
    taskId: serial().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    eventId: text().notNull(),
    /** The numbers of the specification's §4; see domain's TASK_STATUSES. */
    status: smallint().notNull().default(1),
    errorMessage: text(),
    /** Id of the current queue job. A queue job from before a Retry sees another id and stops. */
    queueId: text(),
    attempts: integer().notNull().default(0),
    retryAt: instant(),
    /** The page that is being read, counted from 1, and the number of pages; null before the first page. */
    page: integer(),
    pageCount: integer(),
    /** A person has asked to end the reading. */
    cancelRequestedAt: instant(),
    /** People's corrections of the tables, oldest first. The outputs are the document as it was read with these applied. */
    tableEdits: jsonb().$type<TableEdit[]>().notNull().default([]),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
  },
  (t) => [
    index("tasks_of_project").on(t.projectSid, t.taskId.desc()),
    /** PD-51 looks up tasks by the event id that the user typed. */
    index("tasks_by_event").on(t.eventId, t.taskId.desc()),
    check("tasks_retry_while_waiting", sql`${t.retryAt} is null or ${t.status} = 1`),
    check("tasks_status_number", sql`${t.status} between 1 and 4`),
    check("tasks_error_when_failed", sql`(${t.status} = 4) = (${t.errorMessage} is not null)`),
    check("tasks_event_id_length", sql`length(${t.eventId}) between 1 and 64`),
  ],
);

export const taskDocuments = pgTable(
  "task_documents",
  {
    documentId: serial().primaryKey(),
    taskId: integer()
      .notNull()
      .references(() => tasks.taskId, { onDelete: "cascade" }),
    fileName: text().notNull(),
    fileType: text().notNull(),
    sha256: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    /** The uploaded file. Every attempt derives the other documents from it again. */
    isOriginal: boolean().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique("task_documents_name_once").on(t.taskId, t.fileName),
    uniqueIndex("task_documents_one_original")
      .on(t.taskId)
      .where(sql`${t.isOriginal}`),
    /** Finds other rows with the same bytes before a blob is deleted. */
    index("task_documents_by_sha256").on(t.sha256),
    check(
      "task_documents_type",
      sql`${t.fileType} in (${sql.raw(DOCUMENT_FILE_TYPES.map((type) => `'${type}'`).join(", "))})`,
    ),
    check("task_documents_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** The pictures of the pages of a task's document, written by its reading. They are derived data: each attempt replaces them. */
export const taskPages = pgTable(
  "task_pages",
  {
    taskId: integer()
      .notNull()
      .references(() => tasks.taskId, { onDelete: "cascade" }),
    /** Counted from 1. */
    number: integer().notNull(),
    sha256: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    /** Pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Its words as JSON, for edits of its tables. Null for pages that were read before words were kept. */
    words: text(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.number] }),
    /** Finds other rows with the same bytes before a blob is deleted. */
    index("task_pages_by_sha256").on(t.sha256),
    check("task_pages_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);
