import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { tableEditSchema } from "../document/table-edit/table-edit.ts";
import { projectStatusSchema } from "../project/project.ts";

/** Statuses of spec §4: numbers on the wire, titles on the screen. */
export const TASK_STATUSES = { created: 1, processing: 2, processed: 3, failed: 4 } as const;
export const TASK_STATUS_TITLES = {
  1: "Created",
  2: "Processing",
  3: "Processed successfully",
  4: "Processed with errors",
} as const;
export const taskStatusSchema = z.literal([1, 2, 3, 4]);
export type TaskStatus = z.infer<typeof taskStatusSchema>;

/** Increasing integers, unlike all other ids (PD-3); limited to the database's integer range. */
export const taskIdSchema = z.int().min(1).max(2_147_483_647);

/** 1–64 characters, trimmed, no control characters, and as a part of a path no slash and neither "." nor ".." (PD-4). */
export const eventIdSchema = z
  .string()
  .trim()
  .min(1, "Please enter an event description")
  .max(64, "Event description must be no more than 64 characters long")
  .regex(/^[^/\\\p{Cc}]*$/u, "Event description must not contain slashes or control characters")
  .regex(/^(?!\.{1,2}$)/, "Event description must not be . or ..");

/** Types of a task's documents: the uploaded file and the extracted files (PD-49). */
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
  /** The uploaded file; all others are derived from it. */
  isOriginal: z.boolean(),
});
export type TaskDocument = z.infer<typeof taskDocumentSchema>;

/** A document task; its dates have snake_case names (PD-3). */
export const taskSchema = z.object({
  taskId: taskIdSchema,
  eventId: z.string(),
  projectId: z.string(),
  status: taskStatusSchema,
  errorMessage: z.string().nullable(),
  created_at: isoDateSchema,
  updated_at: isoDateSchema,
  /** Time of the next attempt; null if none is planned (PD-50). */
  retryAt: isoDateSchema.nullable(),
  /** The page that is being read, and the number of pages; null before the first page and after the last (PD-109). */
  progress: z.object({ page: z.int().min(1), pageCount: z.int().min(1) }).nullable(),
  /** Whether a person has canceled the reading, which ends after the current page. */
  isCanceled: z.boolean(),
  /** Ordered by id: the original first. */
  documents: z.array(taskDocumentSchema),
});
export type Task = z.infer<typeof taskSchema>;

/** The name of the uploaded document, which tells tasks with one event description apart; null once the document is deleted. */
export const originalNameOf = ({ documents }: Pick<Task, "documents">): string | null =>
  documents.find(({ isOriginal }) => isOriginal)?.fileName ?? null;

/** The document with a task's pages and tables; undefined before it is read. */
export const structureDocument = ({ documents }: { documents: readonly TaskDocument[] }): TaskDocument | undefined =>
  documents.find(({ fileName, isOriginal }) => fileName === "structure.json" && !isOriginal);

/** The picture of a page that was read, in the frame of the places in the structure (PD-110). */
export const taskPageSchema = z.object({
  number: z.int().min(1),
  pictureUrl: z.string(),
  /** Pixels. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** Whether its words are stored, which an edit of its tables needs. */
  hasWords: z.boolean(),
});
export type TaskPage = z.infer<typeof taskPageSchema>;

/** A task with its event and pages, for its own screen: `taskCan` needs the event. */
export const taskWithProjectSchema = taskSchema.extend({
  /** Ascending; empty for Word documents and for documents that were read before pictures were kept. */
  pages: z.array(taskPageSchema),
  /** People's corrections of its tables, oldest first (PD-111). */
  tableEdits: z.array(tableEditSchema),
  project: z.object({ sid: sidSchema, slug: z.string(), name: z.string(), status: projectStatusSchema }),
});
export type TaskWithProject = z.infer<typeof taskWithProjectSchema>;

/** A page: the document tasks of one event (PD-4). */
export const pageSchema = z.object({ projectId: sidSchema, name: z.string() });
export type Page = z.infer<typeof pageSchema>;

/** A page with the figures of its card. */
export const pageCardSchema = pageSchema.extend({
  slug: z.string(),
  /** The event's. */
  status: projectStatusSchema,
  /** Number of tasks: all, Created or Processing, Processed with errors. */
  tasks: z.object({ total: z.int(), moving: z.int(), failed: z.int() }),
});
export type PageCard = z.infer<typeof pageCardSchema>;

/** Detected from the file's bytes, not its name. */
export const TASK_DOCUMENT_TYPES = ["pdf", "docx"] as const;
/** The specification's message, then the allowed types (PD-86). */
export const taskDocumentTypeSchema = z.enum(
  TASK_DOCUMENT_TYPES,
  "Invalid document file type. Please choose a PDF or a Word document (.docx).",
);
