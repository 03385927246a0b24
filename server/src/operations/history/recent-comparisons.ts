import type { RowChange } from "@precount/domain";
import { Semaphore } from "async-mutex";

export type Comparison = { changes: RowChange[]; units: { before: number; after: number } };
type Kept = { comparison: Promise<Comparison>; changes: number };

/** While a person turns pages. The past does not change, but photos can be deleted and shelves renamed. */
const KEPT_MS = 60_000;
/** Changes of all kept comparisons together: about 400 bytes each. */
const MAX_CHANGES = 200_000;
/** Concurrent comparisons. Each may hold the rows of 200,000 stickers in memory. */
const CONCURRENT = 2;

/** Comparisons of moments by key. A comparison of 100,000 stickers takes seconds, and each page and filter needs all of its changes. */
export class RecentComparisons {
  readonly #kept = new Map<string, Kept>();
  readonly #slots = new Semaphore(CONCURRENT);
  readonly #maxChanges: number;

  constructor(maxChanges = MAX_CHANGES) {
    this.#maxChanges = maxChanges;
  }

  async get(key: string, compare: () => Promise<Comparison>): Promise<Comparison> {
    const kept = this.#kept.get(key);
    if (kept) return kept.comparison;
    const comparison = this.#slots.runExclusive(compare);
    const added: Kept = { comparison, changes: 0 };
    this.#kept.set(key, added);
    try {
      const { changes } = await comparison;
      added.changes = changes.length;
      this.#dropOldest();
      setTimeout(() => this.#drop(key, added), KEPT_MS).unref();
    } catch (error) {
      this.#drop(key, added);
      throw error;
    }
    return comparison;
  }

  #drop(key: string, kept: Kept): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
  }

  #dropOldest(): void {
    let total = [...this.#kept.values()].reduce((sum, { changes }) => sum + changes, 0);
    for (const [key, { changes }] of this.#kept) {
      if (total <= this.#maxChanges) return;
      this.#kept.delete(key);
      total -= changes;
    }
  }
}
