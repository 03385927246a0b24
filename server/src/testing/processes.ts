import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";

/** The program to start instead of this repository's, such as one made by script/package. */
const MAIN = process.env["PRECOUNT_MAIN"] ?? join(import.meta.dirname, "../../../cli/src/main.ts");

export type Running = {
  /** The address in the first line of its output, or the whole line if it has none. */
  address: string;
  child: ChildProcess;
  /** Exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  stderr(): string;
};

/** Starts `precount …` as a process. Resolves at its first line of output; throws its output when it ends before. */
export async function startProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Running> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, LOG_LEVEL: "error", HOST: "127.0.0.1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null); // node's own
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line").then(([first]) => String(first)),
    ended.then((status) => Promise.reject(new Error(`It ended with ${status}: ${errors}`))),
  ]);
  return { address: /https?:\/\/\S+/.exec(line)?.[0] ?? line, child, ended, stderr: () => errors };
}
