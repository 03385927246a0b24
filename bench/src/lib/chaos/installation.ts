import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ADMIN, ROOT, childrenOf } from "../server.ts";

export const VICTIMS = ["api", "worker", "database"] as const;
export type Victim = (typeof VICTIMS)[number];

const POLL_MS = 20;
/** Then it is not restarting any more, it has failed. */
const GIVE_UP_MS = 60_000;

/** One machine's Precount as an operator runs it: one command, started again whenever it ends. */
export class Installation {
  readonly dataDir: string;
  readonly port: number;
  #child: ChildProcess | undefined;

  constructor(dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The database's address while it runs. */
  get databaseUrl(): string {
    return `postgresql://precount@/precount?host=${encodeURIComponent(join(this.dataDir, "run"))}`;
  }

  /** Starts it and waits until it serves. Milliseconds. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    this.#child = spawn(process.execPath, ["cli/src/main.ts", "serve", "--port", String(this.port)], {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: this.dataDir,
        HOST: "127.0.0.1",
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        FAKE_MODEL: "true",
        LOG_LEVEL: "silent",
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    await this.#untilReady();
    return performance.now() - startedAt;
  }

  /** Kills one of its processes as a power cut would, and waits until all serves again. Milliseconds until then; null for one that was not there. */
  async kill(victim: Victim): Promise<number | null> {
    const pid = await this.#pidOf(victim);
    if (pid === null) return null;
    const startedAt = performance.now();
    if (victim === "api") {
      const ended = once(this.#child!, "exit"); // it has a pid, so it was started
      process.kill(pid, "SIGKILL");
      await ended;
      await this.start();
      return performance.now() - startedAt;
    }
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      return null; // it ended by itself meanwhile
    }
    if (victim === "worker") return 0;
    const giveUpAt = startedAt + GIVE_UP_MS;
    while ((await this.#pidOf("database")) === pid) {
      if (performance.now() > giveUpAt) throw new Error("The database was not started again.");
      await delay(POLL_MS);
    }
    await this.#untilReady();
    return performance.now() - startedAt;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }

  async #pidOf(victim: Victim): Promise<number | null> {
    const server = this.#child?.pid;
    if (server === undefined) return null;
    if (victim === "api") return server;
    if (victim === "worker") {
      for (const pid of await childrenOf(server)) {
        const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
        if (command.includes("worker-child")) return pid;
      }
      return null;
    }
    const [pid] = (await readFile(join(this.dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "")).split("\n");
    return Number(pid) || null;
  }

  async #untilReady(): Promise<void> {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while (performance.now() < giveUpAt) {
      const response = await fetch(`${this.url}/api/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
      if (response?.ok === true) return;
      if (this.#child?.exitCode !== null)
        throw new Error(`The server ended with ${this.#child?.exitCode} instead of starting.`);
      await delay(POLL_MS);
    }
    throw new Error(`The server did not serve within ${GIVE_UP_MS / 1000} s.`);
  }
}
