import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";

export const ADMIN = { email: "admin@precount.test", password: "Shelf-photos-2026" };

export type RunningServer = {
  url: string;
  dataDir: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again: the same address, the same data. Without a worker what is queued stays so. */
  restart(options?: { worker: boolean }): Promise<void>;
};

/** Starts `precount serve` as a user would, on a port and a data directory of its own. */
async function startServer(env: Record<string, string>): Promise<RunningServer & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "precount-e2e-"));
  const spawnServer = (port: string, ...args: string[]): ChildProcess =>
    spawnServe(["--port", port, ...args], { ...env, DATA_DIR: dataDir });
  let child = spawnServer("0");
  const url = await addressOf(child);
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    url,
    dataDir,
    kill: () => end("SIGKILL"),
    restart: async ({ worker } = { worker: true }) => {
      child = spawnServer(new URL(url).port, ...(worker ? [] : ["--no-worker"]));
      await addressOf(child);
    },
    stop: async () => {
      await end("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const spawnServe = (args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ["cli/src/main.ts", "serve", ...args], {
    cwd: join(import.meta.dirname, "../.."),
    env: {
      LOG_LEVEL: "warn",
      ...process.env,
      ...env,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });

/** The address that the server prints when it is ready; an early end is an error. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error("The server has no output to read."));
    child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /https?:\/\/\S+/.exec(line)?.[0];
      if (address) resolve(address.replace(/\/$/, ""));
    });
  });
}

/** `test` with a server of its own for each worker, and pages that open on it. */
export const test = base.extend<object, { server: RunningServer; serverEnv: Record<string, string> }>({
  /** More of the server's settings: `test.use({ serverEnv: … })` at the top of a file. */
  serverEnv: [{}, { option: true, scope: "worker" }],
  server: [
    async ({ serverEnv }, provide) => {
      const server = await startServer(serverEnv);
      await provide(server);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
});

export { expect } from "@playwright/test";
