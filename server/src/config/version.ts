import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Config } from "./config.ts";
import packageJson from "../../package.json" with { type: "json" };

/** For the footer. `commit` is the full hash; empty when neither git nor PRECOUNT_COMMIT has it. */
export type Version = {
  version: string;
  commit: string;
  issuesUrl: string | null;
  /** Where browsers report errors. A DSN is not secret. */
  sentry: { dsn: string; environment: string } | null;
};

let fromGit: Promise<string> | undefined;

export async function readVersion(config: Pick<Config, "commit" | "issuesUrl" | "sentry">): Promise<Version> {
  const commit = config.commit ?? (await (fromGit ??= readCommit()));
  return { version: packageJson.version, commit, issuesUrl: config.issuesUrl, sentry: config.sentry };
}

async function readCommit(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname });
    return stdout.trim();
  } catch {
    return "";
  }
}
