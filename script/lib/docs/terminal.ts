import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";

export type CommandResult = { status: number | NodeJS.Signals; out: string; err: string };
export type Started = {
  /** Output so far, without color codes. */
  out: () => string;
  ended: Promise<CommandResult>;
  /** Sends SIGINT (Ctrl-C) and waits for the end. */
  stop: () => Promise<CommandResult>;
  /** Kills the whole process group, for cleanup after a failed test. */
  kill: () => void;
};
type CommandEnvironment = { cwd: string; env: Readonly<Record<string, string>> };

/** Starts a command in a shell, in its own process group. */
function spawnCommand(
  command: string,
  { cwd, env }: CommandEnvironment,
): { child: ChildProcess; result: CommandResult; ended: Promise<CommandResult> } {
  const child = spawn("bash", ["-o", "pipefail", "-c", command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const result: CommandResult = { status: 0, out: "", err: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (result.out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (result.err += text));
  const ended = once(child, "close").then(([code, signal]) => Object.assign(result, { status: code ?? signal }));
  return { child, result, ended };
}

/** Runs a command to its end. Throws its output if the exit status is not 0. */
export async function run(command: string, environment: CommandEnvironment): Promise<CommandResult> {
  const result = await spawnCommand(command, environment).ended;
  if (result.status !== 0) throw new Error(`${command}\nended with ${result.status}: ${result.err}${result.out}`);
  return result;
}

/** Starts a long-running command; resolves when its output matches `ready`. */
export async function start(command: string, ready: RegExp, environment: CommandEnvironment): Promise<Started> {
  const { child, result, ended } = spawnCommand(command, environment);
  // Some programs color their output if CI is set, even without a terminal.
  const out = (): string => stripVTControlCharacters(result.out);
  const isReady = new Promise<void>((resolve) => {
    child.stdout?.on("data", () => {
      if (ready.test(out())) resolve();
    });
  });
  const endedEarly = ended.then(({ status, err, out }) => {
    throw new Error(`${command}\nended with ${status} before it was ready: ${err}${out}`);
  });
  await Promise.race([isReady, endedEarly]);
  endedEarly.catch(() => undefined);
  return {
    out,
    ended,
    stop: () => {
      child.kill("SIGINT");
      return ended;
    },
    kill: () => {
      if (child.pid === undefined || child.exitCode !== null) return;
      process.kill(-child.pid, "SIGKILL");
    },
  };
}
