import { AppError } from "../errors.ts";

const WINDOW_MS = 15 * 60_000;
/** More than a person mistypes; far less than a guesser needs. */
const FAILURES_PER_ACCOUNT = 10;
/** One address may be a whole office behind a router. */
const FAILURES_PER_ADDRESS = 100;
/** Past this the oldest go first: an attacker must not fill the memory. */
const MOST_KEYS = 10_000;

type Failures = { count: number; until: number };

/** Counts failed sign-ins in this process's memory; a durable one comes with the users' screens. */
export class SignInThrottle {
  readonly #failures = new Map<string, Failures>();

  /**
   * Counts an attempt as failed until it has succeeded, so that many at once are no way around the limit.
   * Throws TOO_MANY_REQUESTS with the time to wait.
   */
  begin(email: string, address: string, now = Date.now()): void {
    this.#check(email, address, now);
    for (const key of [accountKey(email, address), address]) {
      const former = this.#failures.get(key);
      const isCounting = former !== undefined && former.until > now;
      this.#failures.delete(key);
      this.#failures.set(
        key,
        isCounting ? { ...former, count: former.count + 1 } : { count: 1, until: now + WINDOW_MS },
      );
    }
    while (this.#failures.size > MOST_KEYS) {
      const [oldest] = this.#failures.keys();
      if (oldest === undefined) break;
      this.#failures.delete(oldest);
    }
  }

  succeeded(email: string, address: string): void {
    this.#failures.delete(accountKey(email, address));
    const ofAddress = this.#failures.get(address);
    if (ofAddress) ofAddress.count -= 1;
  }

  #check(email: string, address: string, now: number): void {
    const account = this.#blockedUntil(accountKey(email, address), FAILURES_PER_ACCOUNT, now);
    const until = Math.max(account, this.#blockedUntil(address, FAILURES_PER_ADDRESS, now));
    if (until <= now) return;
    const minutes = Math.ceil((until - now) / 60_000);
    throw new AppError(
      "TOO_MANY_REQUESTS",
      `Too many failed sign-ins. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    );
  }

  #blockedUntil(key: string, limit: number, now: number): number {
    const failures = this.#failures.get(key);
    return failures && failures.count >= limit && failures.until > now ? failures.until : 0;
  }
}

const accountKey = (email: string, address: string): string => `${address} ${email.toLowerCase()}`;
