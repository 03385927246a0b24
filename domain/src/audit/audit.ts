import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

/** What an entry of the audit log is about, for filters: who came in, who was refused, and what was changed or taken out. */
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
  "task",
  "download",
] as const;
export const auditKindSchema = z.enum(AUDIT_KINDS);
export type AuditKind = z.infer<typeof auditKindSchema>;

/** Most details of an entry in JSON, bytes: the ids of a thousand images, which is the most that one call changes, fit. */
export const MAX_AUDIT_DETAILS_BYTES = 32 * 1024;

export const auditEntrySchema = z.object({
  id: z.number().int(),
  at: isoDateSchema,
  kind: auditKindSchema,
  /** The call by which it happened, such as project.archiveProject, or what a route did. */
  action: z.string(),
  /** Null for who did not sign in. `name` is what they were called then. */
  actor: z.object({ sid: z.string(), name: z.string() }).nullable(),
  /** The session's or token's fingerprint: the same for all that one did. */
  credential: z.string().nullable(),
  address: z.string().nullable(),
  subject: z.object({ kind: z.string(), sid: z.string() }).nullable(),
  projectSid: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Its place in the chain; null in the moments until it is sealed. */
  position: z.number().int().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** Counting further than this tells nobody more: the filters are there for that. */
export const MAX_AUDIT_COUNT = 10_000;

export const auditFiltersSchema = z.object({
  kinds: z.array(auditKindSchema).max(AUDIT_KINDS.length).optional(),
  /** An action, or the beginning of some: `user.` */
  action: z
    .string()
    .regex(/^[\w.-]{1,60}$/)
    .optional(),
  actorSid: sidSchema.optional(),
  subjectSid: z
    .string()
    .regex(/^[\w-]{1,120}$/)
    .optional(),
  projectSid: sidSchema.optional(),
  /** From this instant on, and before that one. */
  from: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
});
export type AuditFilters = z.infer<typeof auditFiltersSchema>;
