import { type AuditKind, taskIdSchema } from "@precount/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Draft } from "./audited.ts";

/** Where inputs name what they are about, the nearest first; only what looks like a sid or a slug is taken. */
const name = z.string().regex(/^[a-z0-9-]{1,120}$/);
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

/** What a call's first word is about, where that is not its name. */
const KIND_OF_ROUTER: Readonly<Record<string, string>> = { imageDetection: "detection" };

/** What the input of a call names: nobody has looked yet whether it exists. */
function namedBy(path: string, input: unknown): Draft["named"] {
  const named = namedSchema.safeParse(input).data;
  const [router = ""] = path.split(".");
  const event = named?.slug ?? named?.projectSlug ?? named?.project?.slug ?? named?.projectId;
  if (named?.taskId !== undefined) return { kind: "task", sid: String(named.taskId) };
  const sid = named?.imageSid ?? named?.sid ?? named?.reportSid;
  if (sid !== undefined) return { kind: KIND_OF_ROUTER[router] ?? router, sid };
  return event === undefined ? null : { kind: "project", sid: event };
}

/** The beginning of an entry about a call. */
export const draftOf = (
  request: FastifyRequest,
  call: { path: string; kind: AuditKind; input: unknown },
  action = call.path,
): Draft => ({
  kind: call.kind,
  action,
  actor: null,
  address: request.ip,
  subject: null,
  named: namedBy(call.path, call.input),
  projectSid: null,
  details: {},
  changed: [],
  isWritten: false,
});

const paramsSchema = z.record(z.string(), z.string()).catch({});

/** The same for direct HTTP, whose addresses name what they are about. */
export function draftOfRoute(request: FastifyRequest, action: string, kind: AuditKind): Draft {
  const { image, imageId, reportId, project, projectId, taskId } = paramsSchema.parse(request.params);
  const sid = image ?? imageId ?? reportId;
  const slug = project ?? projectId;
  const path = reportId !== undefined ? "report" : image !== undefined || imageId !== undefined ? "image" : "project";
  return draftOf(request, { path, kind, input: { sid, slug, taskId } }, action);
}
