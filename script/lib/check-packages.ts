import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

/* Checks the packages against the time frames of docs/security.md#packages. */

/** Days from the first report of a vulnerability to its fix. */
export const DAYS_TO_FIX = { critical: 3, high: 14, moderate: 30, low: 90 } as const;

export type Severity = keyof typeof DAYS_TO_FIX;
export type Advisory = { url: string; name: string; title: string; severity: Severity };
export type Known = {
  /** The date of the last answer, YYYY-MM-DD. */
  checkedOn: string | null;
  /** The dates of the first reports, by the advisory's address. */
  firstReportedOn: Record<string, string>;
};

/**
 * The part of `npm audit --json` that is used: the advisories of each package, and the names of packages through which it is affected.
 * An answer without a version is an error of the registry.
 */
type Audit = {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { via: (string | (Omit<Advisory, "severity"> & { severity: string }))[] }>;
};

const isSeverity = (text: string): text is Severity => text in DAYS_TO_FIX;

/** The advisories of the answer of `npm audit --json`; null if the registry did not give one. "info" counts as low. */
export function readAudit(json: string): Advisory[] | null {
  const audit = tryParse(json);
  if (audit?.auditReportVersion !== 2) return null;
  const advisories = new Map<string, Advisory>();
  for (const { via } of Object.values(audit.vulnerabilities ?? {})) {
    for (const cause of via) {
      if (typeof cause === "string") continue;
      const { url, name, title, severity } = cause;
      advisories.set(url, { url, name, title, severity: isSeverity(severity) ? severity : "low" });
    }
  }
  return [...advisories.values()];
}

/** Null for text that is not JSON, such as no answer at all. */
function tryParse(json: string): Audit | null {
  try {
    const audit: Audit = JSON.parse(json);
    return audit;
  } catch {
    return null;
  }
}

type Assessment = { known: Known; lines: string[]; isOverdue: boolean };

/** Notes new advisories, forgets fixed ones, and says until when each must be fixed. @param today YYYY-MM-DD */
export function assessAdvisories(
  advisories: readonly Advisory[],
  { firstReportedOn }: Known,
  today: string,
): Assessment {
  const dates = Object.fromEntries(advisories.map(({ url }) => [url, firstReportedOn[url] ?? today]));
  const assessed = advisories.map((advisory) => {
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
    lines: assessed.map(({ line }) => line).toSorted(),
    isOverdue: assessed.some(({ isOverdue }) => isOverdue),
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
  const known: Known = JSON.parse(readFileSync(knownFile, "utf8"));
  const advisories = readAudit(await runAudit(folder));
  if (advisories === null) {
    process.stdout.write(
      `The registry did not answer: nothing was checked. Last check: ${known.checkedOn ?? "never"}\n`,
    );
    return 2;
  }
  const assessment = assessAdvisories(advisories, known, today);
  writeFileSync(knownFile, `${JSON.stringify(assessment.known, null, 2)}\n`);
  process.stdout.write(
    assessment.lines.map((line) => `${line}\n`).join("") || "No package has a known vulnerability.\n",
  );
  return assessment.isOverdue ? 1 : 0;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..");
  const today = new Date().toISOString().slice(0, 10);
  process.exitCode = await checkPackages(root, join(import.meta.dirname, "known-advisories.json"), today);
}
