import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { projectStatusSchema } from "../project/project.ts";

/** Spec §4: the numbers travel, the titles are shown. */
export const TASK_STATUSES = { created: 1, processing: 2, processed: 3, failed: 4 } as const;
export const TASK_STATUS_TITLES = {
  1: "Created",
  2: "Processing",
  3: "Processed successfully",
  4: "Processed with errors",
} as const;
export const taskStatusSchema = z.literal([1, 2, 3, 4]);
export type TaskStatus = z.infer<typeof taskStatusSchema>;

/** Increasing whole numbers, unlike every other id (decision 3); as far as the database counts. */
export const taskIdSchema = z.int().min(1).max(2_147_483_647);

/** Decision 4: 1–64 characters, trimmed, no slash (it stands in a path) and no control characters. */
export const eventIdSchema = z
  .string()
  .trim()
  .min(1, "Please enter an event description")
  .max(64, "Event description must be no more than 64 characters long")
  .regex(/^[^/\\\p{Cc}]*$/u, "Event description must not contain slashes or control characters");

/** What can be downloaded of a task: what was sent, and what was read out of it (decision 49). */
export const DOCUMENT_FILE_TYPES = ["pdf", "docx", "md", "json", "csv", "xlsx"] as const;
export const documentFileTypeSchema = z.enum(DOCUMENT_FILE_TYPES);
export type DocumentFileType = z.infer<typeof documentFileTypeSchema>;

export const taskDocumentSchema = z.object({
  documentId: taskIdSchema,
  fileName: z.string(),
  fileType: documentFileTypeSchema,
  fileUrl: z.string(),
  /** Bytes. */
  size: z.int().min(0),
  /** What was sent; all others were made of it. */
  isOriginal: z.boolean(),
});
export type TaskDocument = z.infer<typeof taskDocumentSchema>;

/** A document task; its dates keep their snake_case (decision 3). */
export const taskSchema = z.object({
  taskId: taskIdSchema,
  eventId: z.string(),
  projectId: z.string(),
  status: taskStatusSchema,
  errorMessage: z.string().nullable(),
  created_at: isoDateSchema,
  updated_at: isoDateSchema,
  /** When the queue tries again by itself; null while nothing went wrong that another try could mend (decision 50). */
  retryAt: isoDateSchema.nullable(),
  /** By their ids: the original first. */
  documents: z.array(taskDocumentSchema),
});
export type Task = z.infer<typeof taskSchema>;

/** A task with its event, as a screen of its own needs it: whether it may be tried again is asked of both (`taskCan`). */
export const taskWithProjectSchema = taskSchema.extend({
  project: z.object({ sid: sidSchema, slug: z.string(), name: z.string(), status: projectStatusSchema }),
});
export type TaskWithProject = z.infer<typeof taskWithProjectSchema>;

/** The document tasks of one event (decision 4). */
export const pageSchema = z.object({ projectId: sidSchema, name: z.string() });
export type Page = z.infer<typeof pageSchema>;

/** A page as its card shows it. */
export const pageCardSchema = pageSchema.extend({
  slug: z.string(),
  /** The event's. */
  status: projectStatusSchema,
  /** How many there are, of them Created or Processing, and Processed with errors. */
  tasks: z.object({ total: z.int(), moving: z.int(), failed: z.int() }),
});
export type PageCard = z.infer<typeof pageCardSchema>;

/** By the file's bytes, not by its name. */
export const TASK_DOCUMENT_TYPES = ["pdf", "docx"] as const;
export const taskDocumentTypeSchema = z.enum(TASK_DOCUMENT_TYPES, "Invalid document file type");
export const taskCreateSchema = z.object({ eventId: eventIdSchema, fileType: taskDocumentTypeSchema });
