import type { FastifyRequest } from "fastify";
import { type Subject, recordAudit } from "../audit/record-audit.ts";
import type { Database } from "../db/connect.ts";
import { auditedRequest } from "./audited-request.ts";

export type DownloadEntry = { action: string; projectSid?: string; subject: Subject };

/**
 * Writes the audit entry of a download. Call it before the first byte is sent: a download that the client breaks off has left the
 * server too. HEAD requests download nothing.
 */
export async function recordDownload(db: Database, request: FastifyRequest, entry: DownloadEntry): Promise<void> {
  if (request.method === "HEAD") return;
  const { action, ...facts } = entry;
  await recordAudit(db, auditedRequest(request, action, "download"), facts);
}
