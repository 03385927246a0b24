import { type AuditKind, taskIdSchema } from "@precount/domain";
import { z } from "zod";
import type { AuditedCall, Subject } from "./record-audit.ts";

const name = z.string().regex(/^[a-z0-9-]{1,120}$/);
/** The fields by which inputs name their subject. Values that look like neither a sid nor a slug are ignored. */
const namedSchema = z.object({
  imageSid: name.optional().catch(undefined),
  sid: name.optional().catch(undefined),
  reportSid: name.optional().catch(undefined),
  slug: name.optional().catch(undefined),
  projectSlug: name.optional().catch(undefined),
  project: z.object({ slug: name }).optional().catch(undefined),
  projectId: name.optional().catch(undefined),
  taskId: z.coerce.number().pipe(taskIdSchema).optional().catch(undefined),
});

/** Routers whose name is not the kind of their subject. */
const KIND_OF_ROUTER: Readonly<Record<string, string>> = { imageDetection: "detection" };

/** Calls whose `sid` is of another kind than their router. */
const KIND_OF_CALL: Readonly<Record<string, string>> = { "group.setUserGroups": "user" };

/** The row that the input of a call names. Nothing has checked whether it exists. */
function namedBy(path: string, input: unknown, isRead: boolean): Subject | null {
  const named = namedSchema.safeParse(input).data;
  const [router = ""] = path.split(".");
  const event = named?.slug ?? named?.projectSlug ?? named?.project?.slug ?? named?.projectId;
  // A read is about its event: one entry then stands for all refused reads of the event.
  if (isRead && event !== undefined) return { kind: "project", sid: event };
  if (named?.taskId !== undefined) return { kind: "task", sid: String(named.taskId) };
  const sid = named?.imageSid ?? named?.sid ?? named?.reportSid;
  if (sid !== undefined) return { kind: KIND_OF_CALL[path] ?? KIND_OF_ROUTER[router] ?? router, sid };
  return event === undefined ? null : { kind: "project", sid: event };
}

/**
 * A call as the audit log describes it, before it runs.
 * @param call.path `router.procedure`, or for direct HTTP the kind of the row that the input names
 * @param call.isRead whether the call changes nothing permanent
 */
export const describeCall = (call: {
  path: string;
  kind: AuditKind | null;
  isRead: boolean;
  input: unknown;
  address: string;
  action?: string;
}): AuditedCall => ({
  kind: call.kind,
  action: call.action ?? call.path,
  actor: null,
  isRead: call.isRead,
  address: call.address,
  named: namedBy(call.path, call.input, call.isRead),
  isRecorded: false,
});
