/** Delays before the next attempt, doubled each time. */
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 15_000;

/** `done` says whether the server ended a session. After `failed`, the session's cookie may still open photos and reports. */
export type LogoutState =
  | { kind: "pending" }
  | { kind: "failed"; reason: string }
  | { kind: "done"; endedSession: boolean };

type Options = {
  /** Asks the server to end the session of the cookie. */
  endSession: (signal: AbortSignal) => Promise<{ ended: boolean }>;
  /** Whether this browser holds a session again, perhaps because a user has signed in in another tab. */
  isSignedIn: () => boolean;
  describeError: (error: unknown) => string;
};

/**
 * Ends the session on the server. A failed call is repeated, also after the user has left the screen, until the server answers or
 * a user signs in: a repeated call must not end the session of the next user.
 */
export class SessionEnd {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #state: LogoutState = { kind: "pending" };
  #isWanted = false;
  #failures = 0;
  #call: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly get = (): LogoutState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks the server at once. */
  begin(): void {
    this.#isWanted = true;
    this.#failures = 0;
    this.#set({ kind: "pending" });
    this.resume();
  }

  /** Stops the calls while a user signs in. */
  readonly pause = (): void => {
    clearTimeout(this.#timer);
    this.#call?.abort();
    this.#call = null;
  };

  /** Asks again now, unless a call is running or the session has ended. */
  readonly resume = (): void => {
    if (!this.#isWanted || this.#call !== null) return;
    clearTimeout(this.#timer);
    // The sign-in has ended the previous session of the cookie.
    if (this.#options.isSignedIn()) this.#finish(false);
    else void this.#ask();
  };

  async #ask(): Promise<void> {
    const call = new AbortController();
    this.#call = call;
    try {
      const { ended } = await this.#options.endSession(call.signal);
      if (!call.signal.aborted) this.#finish(ended);
    } catch (error) {
      if (call.signal.aborted) return;
      this.#call = null;
      this.#timer = setTimeout(this.resume, Math.min(FIRST_DELAY_MS * 2 ** this.#failures, LONGEST_DELAY_MS));
      this.#failures += 1;
      this.#set({ kind: "failed", reason: this.#options.describeError(error) });
    }
  }

  #finish(endedSession: boolean): void {
    this.#isWanted = false;
    this.#call = null;
    this.#set({ kind: "done", endedSession });
  }

  #set(state: LogoutState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
