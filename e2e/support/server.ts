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
  /** Content-Security-Policy violations that browsers reported. Must be empty when the server ends. */
  policyReports: string[];
  /** Secrets that browsers sent. They must not appear in logs, addresses or rows. */
  secrets: Secrets;
  /** Kills the server like a power failure. */
  kill(): Promise<void>;
  /** Starts the server again with the same address and data. Without a worker, jobs stay queued. */
  restart(options?: { worker: boolean }): Promise<void>;
};

/** Connection string of the server's embedded database. */
export const databaseUrlOf = ({ dataDir }: Pick<RunningServer, "dataDir">): string =>
  `postgresql://precount@/precount?host=${encodeURIComponent(join(dataDir, "run"))}`;

/** Starts `precount serve` on a free port with a temporary data directory. */
async function startServer(
  env: Record<string, string>,
  more: readonly string[],
): Promise<RunningServer & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "precount-e2e-"));
  const policyReports: string[] = [];
  const secrets = new Secrets();
  const spawnServer = (port: string, ...args: string[]): ChildProcess => {
    const spawned = spawnServe(["--port", port, ...args], { ...env, DATA_DIR: dataDir });
    readLog(spawned, (line) => {
      secrets.logged(line);
      if (line.includes(POLICY_REPORT)) policyReports.push(line);
    });
    return spawned;
  };
  let child = spawnServer("0", ...more);
  const url = await printedAddress(child);
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
      await printedAddress(child);
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
      // The production log level, so that secrets in info lines are found too. Only warnings and errors are shown.
      LOG_LEVEL: "info",
      // A mutation without an audit entry fails.
      NODE_ENV: "test",
      ...process.env,
      ...env,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

/** The log message of a policy violation (server/src/http/csp-report). */
const POLICY_REPORT = "a page violated its Content-Security-Policy";

/** Level of info lines in the log. */
const INFORMATION = '"level":30';

/** Reads the server's log line by line, prints warnings and errors, and passes each line on. */
function readLog({ stderr }: ChildProcess, look: (line: string) => void): void {
  if (!stderr) throw new Error("The server has no log to read.");
  createInterface({ input: stderr }).on("line", (line) => {
    if (!line.includes(INFORMATION)) process.stderr.write(`${line}\n`);
    look(line);
  });
}

/** Waits for the address that the server prints when it is ready. */
function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error("The server has no output to read."));
    child.once("exit", (code) => reject(new Error(`The server ended with ${code} before it was ready.`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /https?:\/\/\S+/.exec(line)?.[0];
      if (address) resolve(address.replace(/\/$/, ""));
    });
  });
}

/** `test` with one server for each Playwright worker; pages open on it. */
export const test = base.extend<
  object,
  { server: RunningServer; serverEnv: Record<string, string>; serverArgs: readonly string[] }
>({
  /** Additional settings of the server: `test.use({ serverEnv: … })` at the top of a file. */
  serverEnv: [{}, { option: true, scope: "worker" }],
  /** Arguments of `precount serve` for its first start. */
  serverArgs: [[], { option: true, scope: "worker" }],
  server: [
    async ({ serverEnv, serverArgs }, provide) => {
      const server = await startServer(serverEnv, serverArgs);
      await provide(server);
      const leaks = await server.secrets.leaks(databaseUrlOf(server));
      await server.stop();
      // Applies to all tests of this server: rows, log and addresses contain no secret.
      if (leaks.length > 0) throw new Error(`Secrets in clear text:\n${leaks.join("\n")}`);
      // Applies to all tests of this server: no page violates its Content-Security-Policy.
      if (server.policyReports.length > 0)
        throw new Error(`Blocked by the Content-Security-Policy:\n${server.policyReports.join("\n")}`);
    },
    { scope: "worker", timeout: 60_000 },
  ],
  // The default context is watched here; a test that opens other contexts must watch them itself.
  context: async ({ context, server }, provide) => {
    server.secrets.watch(context);
    await provide(context);
    await server.secrets.keep(context);
  },
  baseURL: async ({ server }, provide) => provide(server.url),
});

/**
 * `test` on servers with the fake model, which returns the same results for every photo at once. Files that share these servers pass in any
 * order: they do not depend on the numbers of rows, and give groups different names. With `test.use({ serverEnv })` instead, a file gets a
 * server of its own, which takes 5 s of processor time to start with its browser: necessary if it changes what applies to all events.
 */
export const testWithFakeModel = test.extend({
  serverEnv: [{ FAKE_MODEL: "true" }, { scope: "worker" }],
});

export { expect } from "@playwright/test";
