import { setImmediate as turn } from "node:timers/promises";
import { Semaphore } from "./semaphore.ts";

type Flight<T> = { current: Promise<T>; next: Promise<T> | undefined };

/**
 * The same large answer for many who ask at once, such as a hundred screens after a break: one reads while the others wait for
 * the next read, which serves them all. Never one that had begun before they asked: it may be from before what they know of.
 */
export class SharedReads<T> {
  readonly #flights = new Map<string, Flight<T>>();
  /** What one does with the answer, such as writing it as JSON, must not come for all at once: others have to be served between. */
  readonly #handingOut = new Semaphore(1);

  /** @param key what is read; equal keys are equal reads */
  async read(key: string, query: () => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key);
    const answer = await (flight ? (flight.next ??= this.#after(flight, key, query)) : this.#start(key, query));
    await this.#handingOut.pass(() => turn());
    return answer;
  }

  async #after(flight: Flight<T>, key: string, query: () => Promise<T>): Promise<T> {
    // Why it failed is said to who waited for it.
    await flight.current.catch(() => undefined);
    return this.#start(key, query);
  }

  #start(key: string, query: () => Promise<T>): Promise<T> {
    const current = query();
    const flight: Flight<T> = { current, next: undefined };
    this.#flights.set(key, flight);
    const end = (): void => {
      // Who waits for the next takes the place over.
      if (flight.next === undefined) this.#flights.delete(key);
    };
    current.then(end, end);
    return current;
  }
}
