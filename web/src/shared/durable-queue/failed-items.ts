import { Backoff } from "./backoff.ts";
import type { QueuePage } from "./queue-page.ts";

/** Items whose delivery threw an error, which is a bug. Each waits for its own retry, so that the other items go on. */
export class FailedItems {
  readonly #page: QueuePage;
  readonly #retry: () => void;
  readonly #waiting = new Set<string>();
  readonly #backoffs = new Map<string, Backoff>();

  constructor(page: QueuePage, retry: () => void) {
    this.#page = page;
    this.#retry = retry;
  }

  /** Whether the item waits for its retry. */
  isWaiting(key: string): boolean {
    return this.#waiting.has(key);
  }

  /** Retries the item after a delay that doubles. Reports its first error only. */
  add(key: string, error: unknown): void {
    const known = this.#backoffs.get(key);
    if (!known) this.#page.reportError(error);
    const backoff = known ?? new Backoff(this.#page, () => this.#release(key));
    this.#backoffs.set(key, backoff);
    this.#waiting.add(key);
    backoff.schedule();
  }

  delete(key: string): void {
    this.#backoffs.delete(key);
  }

  /** Lets all of them be sent at once. */
  releaseAll(): void {
    this.#waiting.clear();
  }

  #release(key: string): void {
    this.#waiting.delete(key);
    this.#retry();
  }
}
