import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "../client.ts";
import { withDatabaseRetry } from "../wait-for-database.ts";
import { type PostgresBinaries, findBinaries } from "./binaries.ts";
import { makeCluster, makeSocketFolder } from "./cluster.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { stopStalePostmaster } from "./stale-postmaster.ts";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";
import { type DatabaseUser, checkAccess, checkWritable, databaseUser, runAs } from "./run-as.ts";

export type EmbeddedPostgres = {
  /** Of the database `precount`, over the socket. Stays the same when PostgreSQL is started again. */
  url: string;
  urlOf(database: string): string;
  /** Of the postmaster now; null between a crash and the next start. */
  pid(): number | null;
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Hears each line that PostgreSQL logs. */
  onLog?: (line: string) => void;
  /** Further settings; tests turn fsync off. */
  settings?: Readonly<Record<string, string>>;
};

/** For one server on one machine: small, and as safe as any PostgreSQL (fsync stays on). */
const SETTINGS = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  shared_buffers: "64MB",
  max_connections: "60",
  // One process fewer each; the work is the same.
  io_method: "sync",
  max_wal_senders: "0",
  wal_level: "minimal",
  max_wal_size: "512MB",
  max_logical_replication_workers: "0",
  log_checkpoints: "off",
  // Needs /dev/shm, which containers keep small.
  max_parallel_workers_per_gather: "0",
  dynamic_shared_memory_type: "mmap",
  jit: "off",
  lc_messages: "C",
  log_min_messages: "warning",
};

const START_TIMEOUT_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
const POLL_MS = 15;
/** The last holds for all that follow: everything is to serve again within 5 s, however often it was killed. */
const RESTART_DELAYS_MS = [100, 500, 1000, 2000];
/** A run this long counts as healthy again: it is no start that fails each time. */
const HEALTHY_MS = 5000;

/**
 * Real PostgreSQL in `dataDir`, on a unix socket there. Started again when it dies while the server runs.
 * Throws EmbeddedDatabaseError with what to do when it cannot run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true });
  // PostgreSQL's working directory, by which an orphan is known, is the real path.
  const dataDir = await realpath(options.dataDir);
  checkWritable(dataDir);
  const lock = lockDataDirectory(dataDir);
  try {
    const clusterDir = join(dataDir, "postgres");
    checkAccess(clusterDir);
    const binaries = await findBinaries();
    const user = databaseUser(clusterDir);
    await makeCluster(binaries, clusterDir, user);
    await stopStalePostmaster(clusterDir);
    const socketFolder = await makeSocketFolder(dataDir, user);
    const supervisor = new Supervisor(binaries, clusterDir, socketFolder, user, options);
    await supervisor.start();
    const postgresUrl = supervisor.urlOf("postgres");
    await withDatabaseRetry(postgresUrl, () => makeDatabase(postgresUrl));
    return {
      url: supervisor.urlOf("precount"),
      urlOf: (database) => supervisor.urlOf(database),
      pid: () => supervisor.pid(),
      stop: async () => {
        await supervisor.stop();
        await rm(socketFolder, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

class Supervisor {
  readonly #binaries: PostgresBinaries;
  readonly #clusterDir: string;
  readonly #socketFolder: string;
  readonly #user: DatabaseUser;
  readonly #options: EmbeddedOptions;
  readonly #recentLines: string[] = [];
  #child: ChildProcess | null = null;
  #isStopping = false;
  #failures = 0;

  constructor(
    binaries: PostgresBinaries,
    clusterDir: string,
    socketFolder: string,
    user: DatabaseUser,
    options: EmbeddedOptions,
  ) {
    this.#binaries = binaries;
    this.#clusterDir = clusterDir;
    this.#socketFolder = socketFolder;
    this.#user = user;
    this.#options = options;
  }

  urlOf(database: string): string {
    return `postgresql://precount@/${database}?host=${encodeURIComponent(this.#socketFolder)}`;
  }

  pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Resolves when PostgreSQL answers. Tries again when it is killed, and while the processes of a killed one are still letting go. */
  async start(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      const child = this.#spawn();
      if (await this.#answers(child, deadline)) {
        this.#child = child;
        const startedAt = performance.now();
        child.once("exit", () => void this.#restart(startedAt));
        // Killed between its answer and this line, it has told its end already, and nobody would start it again.
        if (child.exitCode !== null || child.signalCode !== null) void this.#restart(startedAt);
        return;
      }
      const said = this.#recentLines.join("\n");
      const isOldOneDying = /still in use|lock file .* already exists|pre-existing shared memory/.test(said);
      // By somebody else: it has nothing to say against starting.
      const wasKilled = child.signalCode === "SIGKILL";
      if (!(isOldOneDying || wasKilled) || performance.now() > deadline || this.#isStopping) {
        throw new EmbeddedDatabaseError(`The database does not start. It says:\n${said}`);
      }
      this.#recentLines.length = 0;
      await delay(200);
    }
  }

  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGINT");
    // One that hangs is killed: what is committed is in the log, and the next start replays it.
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    await exited;
    clearTimeout(late);
  }

  #spawn(): ChildProcess {
    const settings = { ...SETTINGS, unix_socket_directories: this.#socketFolder, ...this.#options.settings };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const { postgres } = this.#binaries;
    const paths = [postgres, this.#clusterDir, this.#socketFolder];
    const { command, args, ...as } = runAs(this.#user, paths, postgres, ["-D", this.#clusterDir, ...flags]);
    // Detached: Ctrl-C in a terminal is for the server, which stops the database last.
    const child = spawn(command, args, {
      ...as,
      cwd: this.#clusterDir,
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    child.once("error", (error) => this.#hear(String(error)));
    if (child.stderr) createInterface({ input: child.stderr }).on("line", (line) => this.#hear(line));
    return child;
  }

  #hear(line: string): void {
    this.#recentLines.push(line);
    if (this.#recentLines.length > 30) this.#recentLines.shift();
    this.#options.onLog?.(line);
  }

  async #answers(child: ChildProcess, deadline: number): Promise<boolean> {
    while (performance.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return false;
      const client = createClient({ connectionString: this.urlOf("postgres") });
      const isUp = await client.connect().then(
        () => true,
        () => false,
      );
      await client.end().catch(() => undefined);
      if (isUp) return true;
      await delay(POLL_MS);
    }
    child.kill("SIGQUIT");
    return false;
  }

  async #restart(startedAt: number): Promise<void> {
    this.#child = null;
    if (performance.now() - startedAt > HEALTHY_MS) this.#failures = 0;
    while (!this.#isStopping) {
      const waitMs = RESTART_DELAYS_MS[Math.min(this.#failures, RESTART_DELAYS_MS.length - 1)] ?? 0;
      this.#failures += 1;
      this.#options.onLog?.(`The database has ended; starting it again in ${waitMs} ms.`);
      await delay(waitMs);
      if (this.#isStopping) return;
      try {
        await this.start();
        // Stopped in the middle of starting: nobody else would.
        if (this.#isStopping) await this.stop();
        return;
      } catch (error) {
        this.#options.onLog?.(String(error));
      }
    }
  }
}

async function makeDatabase(url: string): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'precount'");
    if (rowCount === 0) await client.query("create database precount");
  } finally {
    await client.end();
  }
}
