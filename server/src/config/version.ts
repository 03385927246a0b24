import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Config } from "./config.ts";
import packageJson from "../../package.json" with { type: "json" };

/** Shown in the footer; commit in full, empty where neither git nor PRECOUNT_COMMIT knows it. */
export type Version = {
  version: string;
  commit: string;
  issuesUrl: string | null;
  /** Where browsers tell of failures; a DSN is no secret. */
  sentry: { dsn: string; environment: string } | null;
};

let fromGit: Promise<string> | undefined;

export async function readVersion(config: Pick<Config, "commit" | "issuesUrl" | "sentry">): Promise<Version> {
  const commit = config.commit ?? (await (fromGit ??= askGit()));
  return { version: packageJson.version, commit, issuesUrl: config.issuesUrl, sentry: config.sentry };
}

async function askGit(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname });
    return stdout.trim();
  } catch {
    return "";
  }
}
