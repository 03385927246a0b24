import { setImmediate as nextTick } from "node:timers/promises";
import { Mutex } from "async-mutex";

type Load<T> = { current: Promise<T>; next: Promise<T> | undefined };

/**
 * Loads the same large value once for many concurrent callers, such as a hundred screens that reconnect. A caller that arrives
 * during a load waits for the next one: the running load may have read the data before the latest change.
 */
export class CoalescingLoader<T> {
  readonly #loads = new Map<string, Load<T>>();
  /** Callers get the value one at a time: serializing it for all of them in one tick would block the event loop. */
  readonly #handover = new Mutex();

  /** @param key identifies the value: callers with equal keys share loads */
  async read(key: string, query: () => Promise<T>): Promise<T> {
    const load = this.#loads.get(key);
    const value = await (load ? (load.next ??= this.#startAfter(load, key, query)) : this.#start(key, query));
    await this.#handover.runExclusive(() => nextTick());
    return value;
  }

  async #startAfter(load: Load<T>, key: string, query: () => Promise<T>): Promise<T> {
    // A failure is reported to the callers of that load only.
    await load.current.catch(() => undefined);
    return this.#start(key, query);
  }

  #start(key: string, query: () => Promise<T>): Promise<T> {
    const current = query();
    const load: Load<T> = { current, next: undefined };
    this.#loads.set(key, load);
    const end = (): void => {
      // With callers waiting, the next load takes this entry's place.
      if (load.next === undefined) this.#loads.delete(key);
    };
    current.then(end, end);
    return current;
  }
}
