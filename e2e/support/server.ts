import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";
import { Secrets } from "./secrets.ts";

export const ADMIN = { email: "admin@precount.test", password: "Shelf-photos-2026" };

export type RunningServer = {
  url: string;
  dataDir: string;
  /** What browsers told it that its pages' policy stopped. Nothing may be left of it when the server ends. */
  policyReports: string[];
  /** What browsers sent that must stand nowhere in clear. */
  secrets: Secrets;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again: the same address, the same data. Without a worker what is queued stays so. */
  restart(options?: { worker: boolean }): Promise<void>;
};

/** The database that the server runs for itself. */
export const databaseOf = ({ dataDir }: Pick<RunningServer, "dataDir">): string =>
  `postgresql://precount@/precount?host=${encodeURIComponent(join(dataDir, "run"))}`;

/** Starts `precount serve` as a user would, on a port and a data directory of its own. */
async function startServer(
  env: Record<string, string>,
  more: readonly string[],
): Promise<RunningServer & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "precount-e2e-"));
  const policyReports: string[] = [];
  const secrets = new Secrets();
  const spawnServer = (port: string, ...args: string[]): ChildProcess => {
    const spawned = spawnServe(["--port", port, ...args], { ...env, DATA_DIR: dataDir });
    passOn(spawned, (line) => {
      secrets.logged(line);
      if (line.includes(POLICY_REPORT)) policyReports.push(line);
    });
    return spawned;
  };
  let child = spawnServer("0", ...more);
  const url = await addressOf(child);
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    url,
    dataDir,
    policyReports,
    secrets,
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
      // All that it would write where it is used; shown is what needs somebody.
      LOG_LEVEL: "info",
      ...process.env,
      ...env,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** As the server's log names it (server/src/http/csp-report). */
const POLICY_REPORT = "a page's policy stopped something";

/** As the log marks a line that only tells how things go. */
const INFORMATION = '"level":30';

/** Its log, line by line: shown as if it were the tests' own, and looked at. */
function passOn({ stderr }: ChildProcess, look: (line: string) => void): void {
  if (!stderr) throw new Error("The server has no log to read.");
  createInterface({ input: stderr }).on("line", (line) => {
    if (!line.includes(INFORMATION)) process.stderr.write(`${line}\n`);
    look(line);
  });
}

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
export const test = base.extend<
  object,
  { server: RunningServer; serverEnv: Record<string, string>; serverArgs: readonly string[] }
>({
  /** More of the server's settings: `test.use({ serverEnv: … })` at the top of a file. */
  serverEnv: [{}, { option: true, scope: "worker" }],
  /** What follows `precount serve` when it is first started. */
  serverArgs: [[], { option: true, scope: "worker" }],
  server: [
    async ({ serverEnv, serverArgs }, provide) => {
      const server = await startServer(serverEnv, serverArgs);
      await provide(server);
      const leaks = await server.secrets.leaks(databaseOf(server));
      await server.stop();
      // Of all the tests that this server saw, too: rows, log and addresses hold nothing that signs somebody in.
      if (leaks.length > 0) throw new Error(`In clear:\n${leaks.join("\n")}`);
      // Of all the tests that this server saw: no page may do what its policy forbids.
      if (server.policyReports.length > 0) throw new Error(`Stopped by policy:\n${server.policyReports.join("\n")}`);
    },
    { scope: "worker", timeout: 60_000 },
  ],
  // The page's own context, whatever it does in the test; a test that opens more of them has them watched itself.
  context: async ({ context, server }, provide) => {
    server.secrets.watch(context);
    await provide(context);
    await server.secrets.keep(context);
  },
  baseURL: async ({ server }, provide) => provide(server.url),
});

export { expect } from "@playwright/test";
