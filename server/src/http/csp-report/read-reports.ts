import { z } from "zod";

/** The useful fields of a report. Texts are cut, and URLs lose their query, which may hold the token of a link. */
type Report = { directive: string; blocked: string; page: string; source: string; sample: string };

const MAX_LENGTH = 200;
const MAX_SAMPLE_LENGTH = 80;
const MAX_REPORTS = 20;

const text = z.coerce.string().catch("").default("");
/** The format of `report-uri`. */
const uriReport = z.object({
  "csp-report": z.object({
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "document-uri": text,
    "source-file": text,
    "script-sample": text,
  }),
});
/** The format of the Reporting API: several reports at a time. */
const apiReports = z
  .array(
    z.object({
      type: z.literal("csp-violation"),
      body: z.object({
        effectiveDirective: text,
        blockedURL: text,
        documentURL: text,
        sourceFile: text,
        sample: text,
      }),
    }),
  )
  .max(MAX_REPORTS);

/** The reports in a request's body; empty for any other body. */
export function readReports(body: unknown): Report[] {
  const json = typeof body === "string" ? parse(body) : body;
  const uriParsed = uriReport.safeParse(json);
  if (uriParsed.success) {
    const report = uriParsed.data["csp-report"];
    return [
      {
        directive: short(report["effective-directive"] || report["violated-directive"]),
        blocked: address(report["blocked-uri"]),
        page: address(report["document-uri"]),
        source: address(report["source-file"]),
        sample: short(report["script-sample"], MAX_SAMPLE_LENGTH),
      },
    ];
  }
  const apiParsed = apiReports.safeParse(json);
  if (!apiParsed.success) return [];
  return apiParsed.data.map(({ body: report }) => ({
    directive: short(report.effectiveDirective),
    blocked: address(report.blockedURL),
    page: address(report.documentURL),
    source: address(report.sourceFile),
    sample: short(report.sample, MAX_SAMPLE_LENGTH),
  }));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Cuts a text and makes it printable on one line. */
const short = (given: string, maxLength = MAX_LENGTH): string =>
  given.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, " ").slice(0, maxLength);
const address = (given: string): string => short(given.split(/[?#]/, 1)[0] ?? "");
