import type { Pool } from "pg";
import { lastMigration, readJournal } from "../../db/migrate.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import type { BlobStore } from "../../storage/blob-store.ts";

/** A check that takes longer has failed. Load balancers ask again soon. */
const TIMEOUT_MS = 2000;

const NOT_READY = {
  stopping: "This process is stopping.",
  database: "The database does not answer.",
  migrations: "The database has not been migrated to this version yet.",
  storage: "The photo storage cannot be reached.",
} as const;
export type NotReady = keyof typeof NOT_READY;

export const notReadyMessage = (reason: NotReady): string => NOT_READY[reason];

/**
 * Whether this process, API or worker, can do its work: its database answers and has this version's tables, the store of photos has
 * been reached once, and it is not stopping. A store that fails later does not count: it fails for every process alike, and people
 * can still view and edit without it.
 */
export class Readiness {
  readonly #pool: Pool;
  readonly #blobs: Pick<BlobStore, "check">;
  readonly #requiredMigration: Promise<number>;
  #isStopping = false;
  #hasReachedStore = false;

  constructor({ pool, blobs }: { pool: Pool; blobs: Pick<BlobStore, "check"> }) {
    this.#pool = pool;
    this.#blobs = blobs;
    this.#requiredMigration = readJournal().then(({ entries }) => entries.at(-1)?.when ?? 0);
    // `whyNotReady` reports the failure.
    this.#requiredMigration.catch(() => undefined);
  }

  /** The process takes no new work from here on. */
  stop(): void {
    this.#isStopping = true;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Null when the process is ready. Takes at most 2 s for the database and 2 s for the store. */
  async whyNotReady(): Promise<NotReady | null> {
    if (this.#isStopping) return "stopping";
    const last = await withTimeout(TIMEOUT_MS, lastMigration(this.#pool)).catch(() => "unavailable" as const);
    if (last === "unavailable") return "database";
    // A newer version may have migrated the database. Its migrations leave this version working (ADR-020).
    if (last === null || last < (await this.#requiredMigration)) return "migrations";
    if (this.#hasReachedStore) return null;
    this.#hasReachedStore = await withTimeout(TIMEOUT_MS, this.#blobs.check()).then(
      () => true,
      () => false,
    );
    return this.#hasReachedStore ? null : "storage";
  }
}
