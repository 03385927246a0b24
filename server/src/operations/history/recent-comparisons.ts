import type { RowChange } from "@precount/domain";
import { Semaphore } from "async-mutex";

export type Comparison = { changes: RowChange[]; units: { before: number; after: number } };
type CacheEntry = { comparison: Promise<Comparison>; changes: number };

/** Long enough for a person to turn pages. Older comparisons can be outdated, because photos can be deleted and shelves renamed. */
const MAX_AGE_MS = 60_000;
/** The most changes of all cached comparisons together. A change takes about 400 bytes. */
const MAX_CHANGES = 200_000;
/** Concurrent comparisons. Each may hold the rows of 200,000 stickers in memory. */
const MAX_CONCURRENT = 2;

/**
 * A cache of comparisons of moments, by key. A comparison of 100,000 stickers takes seconds, and each page and filter needs all of its
 * changes.
 */
export class RecentComparisons {
  readonly #entries = new Map<string, CacheEntry>();
  readonly #slots = new Semaphore(MAX_CONCURRENT);
  readonly #maxChanges: number;

  constructor(maxChanges = MAX_CHANGES) {
    this.#maxChanges = maxChanges;
  }

  async get(key: string, compare: () => Promise<Comparison>): Promise<Comparison> {
    const entry = this.#entries.get(key);
    if (entry) return entry.comparison;
    const comparison = this.#slots.runExclusive(compare);
    const added: CacheEntry = { comparison, changes: 0 };
    this.#entries.set(key, added);
    try {
      const { changes } = await comparison;
      added.changes = changes.length;
      this.#dropOldest();
      setTimeout(() => this.#drop(key, added), MAX_AGE_MS).unref();
    } catch (error) {
      this.#drop(key, added);
      throw error;
    }
    return comparison;
  }

  #drop(key: string, entry: CacheEntry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  #dropOldest(): void {
    let total = [...this.#entries.values()].reduce((sum, { changes }) => sum + changes, 0);
    for (const [key, { changes }] of this.#entries) {
      if (total <= this.#maxChanges) return;
      this.#entries.delete(key);
      total -= changes;
    }
  }
}
