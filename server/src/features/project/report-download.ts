import { pickFields } from "@precount/domain";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { requireSession } from "../../auth/sessions.ts";
import type { Services } from "../../services.ts";
import { attachment } from "../pictures/content-disposition.ts";
import { getReport } from "./get-report.ts";
import { reportCsv, reportXlsx } from "./report-files.ts";

/** What is not understood is ignored: a download opened in a new tab should download. */
const querySchema = z.object({
  fields: z.string().optional().catch(undefined),
  format: z.enum(["csv", "xlsx"]).catch("csv"),
});
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

type Params = { projectId: string; reportId: string };

/** GET /api/projects/{projectId}/reports/{reportId}/download?fields=["code",…]&format=csv|xlsx (decision 35). */
export function reportDownloadRoute(app: FastifyInstance, services: Services): void {
  app.get<{ Params: Params }>("/api/projects/:projectId/reports/:reportId/download", async (request, reply) => {
    const session = await requireSession(services, request);
    const { projectId, reportId } = request.params;
    const { title, contents } = await getReport({ db: services.db, session }, reportId, projectId);
    const { fields: wanted, format } = querySchema.parse(request.query);
    const fields = pickFields(wanted);
    void reply
      .header("content-disposition", attachment(`${title}.${format}`))
      .header("cache-control", "private, no-store");
    if (format === "xlsx") return reply.type(XLSX).send(await reportXlsx(contents.rows, fields));
    return reply.type("text/csv; charset=utf-8").send(reportCsv(contents.rows, fields));
  });
}
