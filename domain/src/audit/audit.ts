import { z } from "zod";
import { isoDateSchema, momentSchema, sidSchema } from "../common/id.ts";

/** Kinds of audit entries, for filters. */
export const AUDIT_KINDS = [
  "sign-in",
  "refusal",
  "account",
  "group",
  "model",
  "event",
  "image",
  "result",
  "area",
  "item",
  "task",
  "download",
  "destination",
] as const;
export const auditKindSchema = z.enum(AUDIT_KINDS);
export type AuditKind = z.infer<typeof auditKindSchema>;

/** Maximum size of an entry's details in JSON, bytes. The ids of 1,000 images, the most that one call changes, fit. */
export const MAX_AUDIT_DETAILS_BYTES = 32 * 1024;

export const auditEntrySchema = z.object({
  id: z.number().int(),
  at: isoDateSchema,
  kind: auditKindSchema,
  /** The procedure, such as `project.archiveProject`, or the name of a route's action. */
  action: z.string(),
  /** Null without a sign-in. `name` is the name at that time. */
  actor: z.object({ sid: z.string(), name: z.string() }).nullable(),
  /** Fingerprint of the session or token; entries of one session share it. */
  credential: z.string().nullable(),
  address: z.string().nullable(),
  subject: z.object({ kind: z.string(), sid: z.string() }).nullable(),
  projectSid: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Position in the hash chain; null until the entry is sealed. */
  position: z.number().int().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** The server stops counting here; filters narrow larger results. */
export const MAX_AUDIT_COUNT = 10_000;

export const auditFiltersSchema = z.object({
  kinds: z.array(auditKindSchema).max(AUDIT_KINDS.length).optional(),
  /** An action or a prefix, such as `user.` */
  action: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .optional(),
  actorSid: sidSchema.optional(),
  /** Entries by this user, and entries about this user. */
  userSid: sidSchema.optional(),
  subjectSid: z
    .string()
    .regex(/^[\w-]{1,120}$/)
    .optional(),
  projectSid: sidSchema.optional(),
  /** Inclusive start and exclusive end. */
  from: momentSchema.optional(),
  until: momentSchema.optional(),
});
export type AuditFilters = z.infer<typeof auditFiltersSchema>;
