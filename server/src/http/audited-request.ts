import type { AuditKind } from "@precount/domain";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { describeCall } from "../audit/describe-call.ts";
import type { AuditedCall } from "../audit/record-audit.ts";
import { SAFE_METHODS, requestSession } from "../auth/require-session.ts";

const paramsSchema = z.record(z.string(), z.string()).catch({});

/** A request to a direct HTTP route as the audit log describes it: the parameters of its path name the subject. */
export function auditedRequest(request: FastifyRequest, action: string, kind: AuditKind): AuditedCall {
  const { image, imageId, reportId, project, projectId, taskId } = paramsSchema.parse(request.params);
  const sid = image ?? imageId ?? reportId;
  const path = reportId !== undefined ? "report" : image !== undefined || imageId !== undefined ? "image" : "project";
  const input = { sid, slug: project ?? projectId, taskId };
  const isRead = kind === "refusal" && SAFE_METHODS.has(request.method);
  return {
    ...describeCall({ path, kind, isRead, input, address: request.ip, action }),
    actor: requestSession(request),
  };
}
