import type { Pool } from "pg";
import { lastMigration, readJournal } from "../../db/migrate.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import type { BlobStore } from "../../storage/blob-store.ts";

/** Whoever asks, such as a load balancer, asks again; a check that takes longer has failed. */
const WITHIN_MS = 2000;

const NOT_READY = {
  stopping: "This process is stopping.",
  database: "The database does not answer.",
  migrations: "The database has not been brought to this version's tables yet.",
  storage: "The store of photos cannot be reached.",
} as const;
/** What keeps a process from its work. */
export type NotReady = keyof typeof NOT_READY;

/** In words. */
export const notReadyInWords = (reason: NotReady): string => NOT_READY[reason];

/**
 * Whether this process, API or worker, can do its work, for whoever sends it work: its database answers and has this version's
 * tables, the store of photos was reached, and it is not stopping. The store counts until it was reached once: that keeps a process
 * with wrong settings out. When it is away later it is so for all, and without it people still look and edit.
 */
export class Readiness {
  readonly #pool: Pool;
  readonly #blobs: Pick<BlobStore, "check">;
  readonly #wanted: Promise<number>;
  #isStopping = false;
  #hasReachedStore = false;

  constructor({ pool, blobs }: { pool: Pool; blobs: Pick<BlobStore, "check"> }) {
    this.#pool = pool;
    this.#blobs = blobs;
    this.#wanted = readJournal().then(({ entries }) => entries.at(-1)?.when ?? 0);
    // Whoever asks hears of it.
    this.#wanted.catch(() => undefined);
  }

  /** From here on nothing new is to be sent here. */
  stop(): void {
    this.#isStopping = true;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Null when it is ready. Answers within 2 s for the database and 2 s for the store. */
  async whyNot(): Promise<NotReady | null> {
    if (this.#isStopping) return "stopping";
    const last = await withTimeout(WITHIN_MS, lastMigration(this.#pool)).catch(() => "away" as const);
    if (last === "away") return "database";
    // A newer version may have been here first: what it adds leaves this one working (ADR-020).
    if (last === null || last < (await this.#wanted)) return "migrations";
    if (this.#hasReachedStore) return null;
    this.#hasReachedStore = await withTimeout(WITHIN_MS, this.#blobs.check()).then(
      () => true,
      () => false,
    );
    return this.#hasReachedStore ? null : "storage";
  }
}
