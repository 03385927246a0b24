import { Mutex } from "async-mutex";

/** Runs the tasks of one key one after the other; tasks of other keys do not wait. A key is forgotten when it is idle. */
export class KeyedMutex {
  readonly #entries = new Map<string, { mutex: Mutex; users: number }>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(key) ?? { mutex: new Mutex(), users: 0 };
    this.#entries.set(key, entry);
    entry.users += 1;
    try {
      return await entry.mutex.runExclusive(task);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#entries.delete(key);
    }
  }
}
