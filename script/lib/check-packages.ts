import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { z } from "zod";

/* Checks the packages against the time frames of docs/security.md#packages. */

/** Days from the first report of a vulnerability to its fix. */
export const DAYS_TO_FIX = { critical: 3, high: 14, moderate: 30, low: 90 } as const;

/** "info" counts as low. */
const severitySchema = z.enum(["low", "moderate", "high", "critical"]).catch("low");
const advisorySchema = z.looseObject({
  url: z.string(),
  name: z.string(),
  title: z.string(),
  severity: severitySchema,
});
/** The part of `npm audit --json` that is used: each package's advisories, and the names of packages through which it is affected. */
const auditSchema = z.looseObject({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(z.string(), z.looseObject({ via: z.array(z.union([z.string(), advisorySchema])) })),
});
const knownSchema = z.object({
  /** The date of the last answer, YYYY-MM-DD. */
  checkedOn: z.string().nullable(),
  /** By the advisory's address. */
  firstReportedOn: z.record(z.string(), z.string()),
});

export type Advisory = z.infer<typeof advisorySchema>;
export type Known = z.infer<typeof knownSchema>;

/** The advisories of the answer of `npm audit --json`; null if the registry did not give one. */
export function readAudit(json: string): Advisory[] | null {
  const parsed = auditSchema.safeParse(tryParse(json));
  if (!parsed.success) return null;
  const all = Object.values(parsed.data.vulnerabilities).flatMap(({ via }) => via);
  const advisories = all.filter((one): one is Advisory => typeof one !== "string");
  return [...new Map(advisories.map((one) => [one.url, one])).values()];
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

type Judgment = { known: Known; lines: string[]; isOverdue: boolean };

/** Notes new advisories, forgets fixed ones, and says until when each must be fixed. @param today YYYY-MM-DD */
export function judge(advisories: readonly Advisory[], { firstReportedOn }: Known, today: string): Judgment {
  const dates = Object.fromEntries(advisories.map(({ url }) => [url, firstReportedOn[url] ?? today]));
  const judged = advisories.map((advisory) => {
    const until = addDays(dates[advisory.url] ?? today, DAYS_TO_FIX[advisory.severity]);
    const isOverdue = today > until;
    const { name, severity, title, url } = advisory;
    return {
      isOverdue,
      line: `${isOverdue ? "OVERDUE since" : "fix until"} ${until}: ${name} (${severity}) ${title} ${url}`,
    };
  });
  return {
    known: { checkedOn: today, firstReportedOn: dates },
    lines: judged.map(({ line }) => line).toSorted(),
    isOverdue: judged.some(({ isOverdue }) => isOverdue),
  };
}

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** The output of `npm audit --json` in a folder. Its exit status says only whether there are vulnerabilities. */
const runAudit = (folder: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      "npm",
      ["audit", "--json"],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
      (_error, out) => resolve(out),
    );
  });

/** Checks a folder's packages and updates the file of known advisories. Returns the exit status. */
export async function checkPackages(folder: string, knownFile: string, today: string): Promise<number> {
  const known = knownSchema.parse(JSON.parse(readFileSync(knownFile, "utf8")));
  const advisories = readAudit(await runAudit(folder));
  if (advisories === null) {
    process.stdout.write(
      `The registry did not answer: nothing was checked. Last check: ${known.checkedOn ?? "never"}\n`,
    );
    return 2;
  }
  const judgment = judge(advisories, known, today);
  writeFileSync(knownFile, `${JSON.stringify(judgment.known, null, 2)}\n`);
  process.stdout.write(judgment.lines.map((line) => `${line}\n`).join("") || "No package has a known vulnerability.\n");
  return judgment.isOverdue ? 1 : 0;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..");
  const today = new Date().toISOString().slice(0, 10);
  process.exitCode = await checkPackages(root, join(import.meta.dirname, "known-advisories.json"), today);
}
