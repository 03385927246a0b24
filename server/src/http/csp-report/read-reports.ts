import { z } from "zod";

/** What is worth knowing of a report; every text short, and no address with its query, which may hold a link's token. */
type Report = { directive: string; blocked: string; page: string; source: string; sample: string };

const LONGEST = 200;
const LONGEST_SAMPLE = 80;
const MOST_AT_ONCE = 20;

const text = z.coerce.string().catch("").default("");
/** As report-uri sends it. */
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
/** As the Reporting API sends it, several at a time. */
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
  .max(MOST_AT_ONCE);

/** The reports in a request's body; none in what is no report. */
export function readReports(body: unknown): Report[] {
  const json = typeof body === "string" ? parse(body) : body;
  const one = uriReport.safeParse(json);
  if (one.success) {
    const report = one.data["csp-report"];
    return [
      {
        directive: short(report["effective-directive"] || report["violated-directive"]),
        blocked: address(report["blocked-uri"]),
        page: address(report["document-uri"]),
        source: address(report["source-file"]),
        sample: short(report["script-sample"], LONGEST_SAMPLE),
      },
    ];
  }
  const several = apiReports.safeParse(json);
  if (!several.success) return [];
  return several.data.map(({ body: report }) => ({
    directive: short(report.effectiveDirective),
    blocked: address(report.blockedURL),
    page: address(report.documentURL),
    source: address(report.sourceFile),
    sample: short(report.sample, LONGEST_SAMPLE),
  }));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Printable, on one line. */
const short = (given: string, most = LONGEST): string =>
  given.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, " ").slice(0, most);
const address = (given: string): string => short(given.split(/[?#]/, 1)[0] ?? "");
