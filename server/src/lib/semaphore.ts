/**
 * Lets so many through at a time; the others wait in order. For short turns only: whoever is inside must not
 * wait for a stranger, such as a slow connection.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async pass<T>(turn: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    // The place is handed over, never free in between.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await turn();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** A turnstile of one place for each key, as long as somebody wants to pass it. */
export class Turnstiles {
  readonly #wanted = new Map<string, { turnstile: Semaphore; people: number }>();

  async pass<T>(key: string, turn: () => Promise<T>): Promise<T> {
    const wanted = this.#wanted.get(key) ?? { turnstile: new Semaphore(1), people: 0 };
    this.#wanted.set(key, wanted);
    wanted.people += 1;
    try {
      return await wanted.turnstile.pass(turn);
    } finally {
      wanted.people -= 1;
      if (wanted.people === 0) this.#wanted.delete(key);
    }
  }
}
