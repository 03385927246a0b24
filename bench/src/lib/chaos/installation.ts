import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "@precount/server";
import { splitCrashReports } from "./crash-reports.ts";
import { ADMIN, ROOT, childrenOf } from "../server.ts";

export const VICTIMS = ["api", "worker", "database"] as const;
export type Victim = (typeof VICTIMS)[number];

const POLL_MS = 20;
/** After this time the restart counts as failed. */
const GIVE_UP_MS = 60_000;

/** Location of photos outside the data directory: the server's settings, and the folder where that store keeps them. */
export interface Bucket {
  s3: NonNullable<Config["s3"]>;
  fileOf(sha256: string): string;
}

/** An installation on one machine: one command that is restarted whenever it ends. */
export class Installation {
  readonly dataDir: string;
  readonly port: number;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #bucket: Bucket | undefined;
  /** The reports of uncaught exceptions that ended a process. */
  readonly crashes: string[] = [];
  #child: ChildProcess | undefined;

  constructor(dataDir: string, port: number, environment: Readonly<Record<string, string>> = {}, bucket?: Bucket) {
    this.dataDir = dataDir;
    this.port = port;
    this.#environment = environment;
    this.#bucket = bucket;
  }

  get s3(): Config["s3"] {
    return this.#bucket?.s3 ?? null;
  }

  /** Path of a photo's file. */
  fileOf(sha256: string): string {
    if (this.#bucket) return this.#bucket.fileOf(sha256);
    return join(this.dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The database's connection string while it runs. */
  get databaseUrl(): string {
    return `postgresql://precount@/precount?host=${encodeURIComponent(join(this.dataDir, "run"))}`;
  }

  /** Starts the server and waits until it serves. Returns milliseconds. */
  async start(): Promise<number> {
    const startedAt = performance.now();
    this.#spawn();
    await this.untilServing();
    return performance.now() - startedAt;
  }

  #spawn(): void {
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
        ...this.#environment,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#watchErrors(this.#child);
  }

  /** The processes log nothing, and workers print to the server's stream. */
  #watchErrors({ stderr }: ChildProcess): void {
    let text = "";
    stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      process.stderr.write(chunk);
      const { reports, rest } = splitCrashReports(text + chunk);
      this.crashes.push(...reports);
      text = rest;
    });
  }

  /**
   * Kills one process without warning; an API is restarted at once. False if the process did not exist.
   * `untilServing` tells when everything serves again.
   */
  async kill(victim: Victim): Promise<boolean> {
    const pid = await this.pidOf(victim);
    if (pid === null) return false;
    if (victim === "api") {
      const ended = once(this.#child!, "exit"); // it has a pid, so it was started
      process.kill(pid, "SIGKILL");
      await ended;
      this.#spawn();
      return true;
    }
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      return false; // it has ended meanwhile
    }
    if (victim === "worker") return true;
    const giveUpAt = performance.now() + GIVE_UP_MS;
    while ((await this.pidOf("database")) === pid && isThere(pid)) {
      if (performance.now() > giveUpAt) throw new Error("The database did not end after SIGKILL.");
      await delay(POLL_MS);
    }
    return true;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }

  async pidOf(victim: Victim): Promise<number | null> {
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

  async untilServing(): Promise<void> {
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

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
