import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";

export type Ran = { status: number | NodeJS.Signals; out: string; err: string };
export type Started = {
  /** Output so far, without color codes. */
  out: () => string;
  ended: Promise<Ran>;
  /** Sends SIGINT (Ctrl-C) and waits for the end. */
  stop: () => Promise<Ran>;
  /** Kills the whole process group, for cleanup after a failed test. */
  kill: () => void;
};
type Where = { cwd: string; env: Readonly<Record<string, string>> };

/** Starts a command in a shell, in its own process group. */
function spawned(command: string, { cwd, env }: Where): { child: ChildProcess; ran: Ran; ended: Promise<Ran> } {
  const child = spawn("bash", ["-o", "pipefail", "-c", command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ran: Ran = { status: 0, out: "", err: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (ran.out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (ran.err += text));
  const ended = once(child, "close").then(([code, signal]) => Object.assign(ran, { status: code ?? signal }));
  return { child, ran, ended };
}

/** Runs a command to its end. Throws its output if the exit status is not 0. */
export async function run(command: string, where: Where): Promise<Ran> {
  const ran = await spawned(command, where).ended;
  if (ran.status !== 0) throw new Error(`${command}\nended with ${ran.status}: ${ran.err}${ran.out}`);
  return ran;
}

/** Starts a long-running command; resolves when its output matches `ready`. */
export async function start(command: string, ready: RegExp, where: Where): Promise<Started> {
  const { child, ran, ended } = spawned(command, where);
  // Some programs color their output if CI is set, even without a terminal.
  const out = (): string => stripVTControlCharacters(ran.out);
  const said = new Promise<void>((resolve) => {
    child.stdout?.on("data", () => {
      if (ready.test(out())) resolve();
    });
  });
  const early = ended.then(({ status, err, out }) => {
    throw new Error(`${command}\nended with ${status} before it was ready: ${err}${out}`);
  });
  await Promise.race([said, early]);
  early.catch(() => undefined);
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
