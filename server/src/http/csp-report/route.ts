import type { FastifyInstance } from "fastify";
import { Counter, type Registry } from "prom-client";
import { CSP_REPORT_PATH } from "../content-security-policy.ts";
import { readReports } from "./read-reports.ts";

/** Anybody may send one: past this in a minute they are counted and not written down. */
const LOGGED_A_MINUTE = 20;
const LARGEST_BYTES = 16 * 1024;
const KINDS = ["application/csp-report", "application/reports+json"];

/** POST /api/csp-report: browsers tell what a page's policy stopped. It is counted and logged, and kept nowhere else. */
export async function cspReportRoute(app: FastifyInstance, registry: Registry): Promise<void> {
  const counter = new Counter({
    name: "csp_reports_total",
    help: "What browsers say that a page's Content-Security-Policy stopped: 0 unless something is wrong",
    registers: [registry],
  });
  const mayLog = limited(LOGGED_A_MINUTE);
  // Apart from the other routes, which take no such bodies.
  await app.register(async (own) => {
    own.addContentTypeParser(KINDS, { parseAs: "string", bodyLimit: LARGEST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    own.post(CSP_REPORT_PATH, { bodyLimit: LARGEST_BYTES }, (request, reply) => {
      for (const report of readReports(request.body)) {
        counter.inc();
        if (mayLog()) request.log.warn({ report }, "a page's policy stopped something");
      }
      return reply.code(204).send();
    });
  });
}

function limited(most: number): () => boolean {
  let until = 0;
  let left = 0;
  return () => {
    if (Date.now() >= until) [until, left] = [Date.now() + 60_000, most];
    left -= 1;
    return left >= 0;
  };
}
