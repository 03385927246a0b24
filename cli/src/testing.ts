import { runProgram } from "./program.ts";

export type CapturedRun = { status: number; out: string; err: string };

/** Runs `precount …args` in this process and captures what it prints. */
export async function runCaptured(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<CapturedRun> {
  let [out, err] = ["", ""];
  const terminal = {
    stdout: (text: string) => (out += text),
    stderr: (text: string) => (err += text),
    isInteractive: false,
  };
  const status = await runProgram(args, terminal, environment);
  return { status, out, err };
}
