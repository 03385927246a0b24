import type { FastifyRequest } from "fastify";
import { insertAuditEntry } from "../db/audit.ts";
import type { Database } from "../db/connect.ts";
import { sessionOf } from "../auth/sessions.ts";
import { toRow } from "./audited.ts";
import { draftOfRoute } from "./of-call.ts";

export type Download = { action: string; projectSid: string; subject: { kind: string; sid: string } };

/** Before the first byte: what leaves the house is known also when its reader goes away in the middle. Whoever asks only for the head takes nothing. */
export async function recordDownload(db: Database, request: FastifyRequest, download: Download): Promise<void> {
  if (request.method === "HEAD") return;
  const { action, projectSid, subject } = download;
  const draft = draftOfRoute(request, action, "download");
  await insertAuditEntry(db, toRow({ ...draft, actor: sessionOf(request), projectSid, subject }));
}
