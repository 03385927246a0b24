import { type AuthUser, VARIANCE_BASES, VARIANCE_TABLES } from "@precount/domain";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { recordDownload } from "../record-download.ts";
import type { ActiveSession } from "../../auth/active-session.ts";
import { requireSession } from "../../auth/require-session.ts";
import { limitCalls } from "../limit-calls.ts";
import type { Database } from "../../db/connect.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { findReportSummary } from "../../db/reports/summary.ts";
import { notFound, parseOrThrow } from "../../errors/app-error.ts";
import type { Services } from "../../operations/context.ts";
import { requireProject } from "../../operations/project/require-project.ts";
import { requireVarianceScope } from "../../operations/variance/scope.ts";
import { areaTags } from "../../operations/area-tag/area-tags.ts";
import { certificateDownload } from "../../operations/blind-count/certificate-download.ts";
import { photoEntries } from "../../operations/export/photos.ts";
import { readTableFormat, sendArchive, sendDownload, sendTable } from "./send.ts";
import { readReportQuery, sendReport } from "./send-report.ts";
import { gapsTable, labelsTable, statsTable } from "../../operations/export/tables.ts";
import type { Table } from "../../operations/export/table.ts";
import { varianceTable } from "../../operations/export/variance-tables.ts";
import { zipOf } from "../../operations/export/zip.ts";

type EventParams = { Params: { projectId: string } };
type ReportParams = { Params: { projectId: string; reportId: string } };

const varianceSchema = z.object({
  table: z.enum(VARIANCE_TABLES).default("codes"),
  basis: z.enum(VARIANCE_BASES).optional(),
  report: z.string().max(120).optional(),
});

type EventTable = {
  auditName: string;
  title: string;
  tableOf: (db: Database, projectSid: string, user: AuthUser) => Table;
};

/** The tables of an event by their paths, with the names of their audit entries. */
const EVENT_TABLES: Readonly<Record<string, EventTable>> = {
  stats: { auditName: "stats", title: "image statistics", tableOf: statsTable },
  "labels-stats": { auditName: "labels", title: "labels", tableOf: labelsTable },
  "areas/gaps": { auditName: "gaps", title: "gaps", tableOf: gapsTable },
};

/**
 * Downloads in a new tab (spec §7), for everyone who sees the event; the cookie is sufficient (PD-42). Files are generated while they
 * are sent, so their size does not matter.
 */
export function downloadRoutes(app: FastifyInstance, services: Services): void {
  const admit = async (request: FastifyRequest, kind: "export" | "archive" = "export"): Promise<ActiveSession> => {
    const session = await requireSession(services, request, "export");
    await limitCalls(services, session.user.sid, kind);
    return session;
  };
  const requireEvent = async (
    request: FastifyRequest,
    projectId: string,
    kind: "export" | "archive" = "export",
  ): Promise<ProjectRow> => requireProject({ db: services.db, session: await admit(request, kind) }, projectId);

  const record = (request: FastifyRequest, auditName: string, event: ProjectRow, reportSid?: string): Promise<void> =>
    recordDownload(services.db, request, {
      action: `download.${auditName}`,
      projectSid: event.sid,
      subject: reportSid === undefined ? { kind: "project", sid: event.sid } : { kind: "report", sid: reportSid },
    });

  app.get<ReportParams>("/api/projects/:projectId/reports/:reportId/download", async (request, reply) => {
    const event = await requireEvent(request, request.params.projectId);
    const report = await findReportSummary(services.db, event.sid, request.params.reportId);
    if (!report) throw notFound("report");
    const query = readReportQuery(request);
    await record(request, "report", event, report.sid);
    return sendReport(services.db, request, reply, report, query);
  });

  app.get<ReportParams>("/api/projects/:projectId/reports/:reportId/certificate/download", async (request, reply) => {
    const event = await requireEvent(request, request.params.projectId);
    const { reportSid, download } = await certificateDownload(services.db, event, request.params.reportId);
    await record(request, "certificate", event, reportSid);
    return sendDownload(request, reply, download);
  });

  for (const [path, { auditName, title, tableOf }] of Object.entries(EVENT_TABLES)) {
    app.get<EventParams>(`/api/projects/:projectId/${path}/download`, async (request, reply) => {
      const session = await admit(request);
      const event = await requireProject({ db: services.db, session }, request.params.projectId);
      const format = readTableFormat(request);
      await record(request, auditName, event);
      const table = tableOf(services.db, event.sid, session.user);
      return sendTable(request, reply, { title: `${event.name} – ${title}`, format }, table);
    });
  }

  app.get<EventParams>("/api/projects/:projectId/variance/download", async (request, reply) => {
    const session = await admit(request);
    const format = readTableFormat(request);
    const { table, basis, report } = parseOrThrow(varianceSchema, request.query);
    const context = { db: services.db, session };
    const { project, scope } = await requireVarianceScope(context, {
      project: { slug: request.params.projectId },
      ...(basis && { basis }),
      ...(report && { reportSid: report }),
    });
    await record(request, "variance", project, report);
    return sendTable(
      request,
      reply,
      { title: `${project.name} – variance ${table}`, format },
      varianceTable(services.db, scope, table),
    );
  });

  app.get<EventParams>("/api/projects/:projectId/areas/sheets", async (request, reply) => {
    const event = await requireEvent(request, request.params.projectId);
    return sendDownload(request, reply, await areaTags(services.db, event, request.query));
  });

  app.get<EventParams>("/api/projects/:projectId/images/download", async (request, reply) => {
    const event = await requireEvent(request, request.params.projectId, "archive");
    await record(request, "photos", event);
    return sendArchive(request, reply, {
      title: `${event.name} – photos`,
      extension: "zip",
      type: "application/zip",
      content: () => zipOf(photoEntries({ ...services, log: request.log }, event.sid)),
    });
  });
}
