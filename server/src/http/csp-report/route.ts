import type { FastifyInstance } from "fastify";
import { Counter, type Registry } from "prom-client";
import { CSP_REPORT_PATH } from "../content-security-policy.ts";
import { readReports } from "./read-reports.ts";

/** Anyone may send reports: beyond this number they are only counted. */
const MAX_LOGGED_PER_MINUTE = 20;
const MAX_BODY_BYTES = 16 * 1024;
const CONTENT_TYPES = ["application/csp-report", "application/reports+json"];

/** POST /api/csp-report: counts and logs violations of Content-Security-Policy, which browsers report. */
export async function cspReportRoute(app: FastifyInstance, registry: Registry): Promise<void> {
  const counter = new Counter({
    name: "csp_reports_total",
    help: "Reported violations of Content-Security-Policy; 0 unless something is wrong",
    registers: [registry],
  });
  const mayLog = rateLimiter(MAX_LOGGED_PER_MINUTE);
  // In a separate scope, because the other routes do not accept these content types.
  await app.register(async (own) => {
    own.addContentTypeParser(CONTENT_TYPES, { parseAs: "string", bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    own.post(CSP_REPORT_PATH, { bodyLimit: MAX_BODY_BYTES }, (request, reply) => {
      for (const report of readReports(request.body)) {
        counter.inc();
        if (mayLog()) request.log.warn({ report }, "a page violated its Content-Security-Policy");
      }
      return reply.code(204).send();
    });
  });
}

function rateLimiter(most: number): () => boolean {
  let until = 0;
  let left = 0;
  return () => {
    if (Date.now() >= until) [until, left] = [Date.now() + 60_000, most];
    left -= 1;
    return left >= 0;
  };
}
