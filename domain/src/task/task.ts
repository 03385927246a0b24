import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

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

/** Increasing whole numbers, unlike every other id (decision 3). */
export const taskIdSchema = z.int().min(1);

/** Decision 4: 1–64 characters, trimmed, no slash (it stands in a path) and no control characters. */
export const eventIdSchema = z
  .string()
  .trim()
  .min(1, "Please enter an event description")
  .max(64, "Event description must be no more than 64 characters long")
  .regex(/^[^/\\\p{Cc}]*$/u, "Event description must not contain slashes or control characters");

export const taskDocumentSchema = z.object({
  documentId: taskIdSchema,
  fileName: z.string(),
  fileType: z.string(),
  fileUrl: z.string(),
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
  documents: z.array(taskDocumentSchema),
});
export type Task = z.infer<typeof taskSchema>;

/** The document tasks of one event (decision 4). */
export const pageSchema = z.object({ projectId: sidSchema, name: z.string() });
export type Page = z.infer<typeof pageSchema>;

/** By the file's bytes, not by its name. */
export const TASK_DOCUMENT_TYPES = ["pdf", "docx"] as const;
export const taskDocumentTypeSchema = z.enum(TASK_DOCUMENT_TYPES, "Invalid document file type");
export const taskCreateSchema = z.object({ eventId: eventIdSchema, fileType: taskDocumentTypeSchema });
