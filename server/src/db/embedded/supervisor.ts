import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "../client.ts";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";
import { type Cluster, hasExited, spawnPostgres } from "./spawn-postgres.ts";

export type SupervisorOptions = {
  /** Called with each line that PostgreSQL logs. */
  onLog?: (line: string) => void;
  /** Additional PostgreSQL settings; tests turn fsync off. */
  settings?: Readonly<Record<string, string>>;
};

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 15;
/** The last delay repeats: the database must serve again within 5 s, however often it was killed. */
const RESTART_DELAYS_MS = [100, 500, 1000, 2000];
/** After a run of this length, the delays start from the beginning. */
const HEALTHY_MS = 5000;
/** Log lines that are kept for the error message of a failed start. */
const MAX_RECENT_LINES = 30;

/** PostgreSQL's messages while processes of a killed postmaster are still exiting. */
const PREVIOUS_STILL_EXITING = /still in use|lock file .* already exists|pre-existing shared memory/;

/** Starts the postmaster of a cluster and restarts it when it dies. */
export class PostgresSupervisor {
  readonly #cluster: Cluster;
  readonly #options: SupervisorOptions;
  readonly #recentLines: string[] = [];
  #child: ChildProcess | null = null;
  #isStopping = false;
  #failures = 0;

  constructor(cluster: Cluster, options: SupervisorOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  urlOf(database: string): string {
    return `postgresql://precount@/${database}?host=${encodeURIComponent(this.#cluster.socketFolder)}`;
  }

  pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Resolves when PostgreSQL accepts connections. Retries if it is killed or if processes of a killed one are still exiting. */
  async start(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      const child = spawnPostgres(this.#cluster, this.#options.settings ?? {}, (line) => this.#recordLine(line));
      if (await this.#acceptsConnections(child, deadline)) {
        this.#child = child;
        const startedAt = performance.now();
        child.once("exit", () => void this.#restart(startedAt));
        // If it exited before the listener was added, no "exit" event follows.
        if (hasExited(child)) void this.#restart(startedAt);
        return;
      }
      const lines = this.#recentLines.join("\n");
      const mayRetry = child.signalCode === "SIGKILL" || PREVIOUS_STILL_EXITING.test(lines);
      if (!mayRetry || performance.now() > deadline || this.#isStopping) {
        throw new EmbeddedDatabaseError(`The database does not start. Its log:\n${lines}`);
      }
      this.#recentLines.length = 0;
      await delay(200);
    }
  }

  /** Fast shutdown: open transactions are rolled back; committed data is on disk. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (!child || hasExited(child)) return;
    const exited = once(child, "exit");
    child.kill("SIGINT");
    // Killing a hanging postmaster loses nothing: the next start replays committed data from the log.
    const killTimer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(killTimer);
  }

  #recordLine(line: string): void {
    this.#recentLines.push(line);
    if (this.#recentLines.length > MAX_RECENT_LINES) this.#recentLines.shift();
    this.#options.onLog?.(line);
  }

  async #acceptsConnections(child: ChildProcess, deadline: number): Promise<boolean> {
    while (performance.now() < deadline) {
      if (hasExited(child) || child.pid === undefined) return false;
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
      this.#options.onLog?.(`The database has exited; restarting it in ${waitMs} ms.`);
      await delay(waitMs);
      if (this.#isStopping) return;
      try {
        await this.start();
        // `stop` may have been called while it was starting and saw no child.
        if (this.#isStopping) await this.stop();
        return;
      } catch (error) {
        this.#options.onLog?.(String(error));
      }
    }
  }
}
