import type { QueuePage } from "./queue-page.ts";

/** Delays before an unreachable server is tried again: doubled each time, from the first to the longest. */
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 15_000;

/** The exponential delay between attempts. */
export class Backoff {
  readonly #page: QueuePage;
  readonly #retry: () => void;
  #delayMs = FIRST_DELAY_MS;
  #cancelTimer: () => void = () => undefined;

  constructor(page: QueuePage, retry: () => void) {
    this.#page = page;
    this.#retry = retry;
  }

  /** Retries after a delay, and doubles the next one. */
  schedule(): void {
    this.cancel();
    this.#cancelTimer = this.#page.setTimer(this.#retry, this.#delayMs);
    this.#delayMs = Math.min(this.#delayMs * 2, LONGEST_DELAY_MS);
  }

  cancel(): void {
    this.#cancelTimer();
  }

  /** The next delay is the first one again. */
  reset(): void {
    this.#delayMs = FIRST_DELAY_MS;
  }
}
