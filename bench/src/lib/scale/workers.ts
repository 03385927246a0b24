import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ROOT } from "../server.ts";
import type { Stack } from "../stack.ts";

/** Real workers (`precount worker`) on the stack's database and files. */
export type Workers = { stop(): Promise<void> };

/**
 * Starts a number of workers with `environment` and waits until all of them take jobs.
 * @param how.onOwnCores pins each worker with its child processes to one core, like machines with one core
 */
export async function startWorkers(
  { dataDir, databaseUrl }: Stack,
  count: number,
  environment: Readonly<Record<string, string>> = {},
  how: { onOwnCores: boolean } = { onOwnCores: false },
): Promise<Workers> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: "warn", ...environment };
  const children = Array.from({ length: count }, (_, core) => {
    const command = [process.execPath, "cli/src/main.ts", "worker"] as const;
    const [program, ...args] = how.onOwnCores
      ? (["taskset", "--cpu-list", String(core), ...command] as const)
      : command;
    return spawn(program, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  });
  const stop = async (): Promise<void> => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }),
    );
  };
  try {
    await Promise.all(children.map(ready));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** Registers the models like a starting worker; without a model, photos are not queued. */
export async function registerModels(stack: Stack, environment: Readonly<Record<string, string>> = {}): Promise<void> {
  await (await startWorkers(stack, 1, environment)).stop();
}

/** The worker prints one line when it is ready. */
async function ready(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error("The worker has no output to read.");
  const lines = createInterface({ input: child.stdout });
  await Promise.race([
    once(lines, "line"),
    once(lines, "close").then(() => {
      throw new Error(`A worker ended with ${child.exitCode} before it was ready.`);
    }),
  ]);
}
