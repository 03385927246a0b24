type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

/**
 * Handles items of one key in batches, one batch at a time (group commit). The first item is handled at once. The items that
 * arrive meanwhile are the next batch. So a single caller never waits, and many callers share the costs of a batch.
 */
export class KeyedBatcher<Item, Result> {
  readonly #handle: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>;
  readonly #maxItems: number;
  /** A key is here while one of its batches is handled. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  /**
   * @param options.maxItems the most items in a batch
   * @param options.handle returns one outcome for each item, in order; if it throws, all items fail with its error
   */
  constructor(options: {
    maxItems: number;
    handle: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>;
  }) {
    this.#handle = options.handle;
    this.#maxItems = options.maxItems;
  }

  add(key: string, item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const entry = { item, resolve, reject };
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.push(entry);
    else {
      this.#waiting.set(key, [entry]);
      void this.#run(key);
    }
    return promise;
  }

  async #run(key: string): Promise<void> {
    for (;;) {
      const batch = this.#waiting.get(key)?.splice(0, this.#maxItems) ?? [];
      if (batch.length === 0) break;
      await this.#settle(batch);
    }
    this.#waiting.delete(key);
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#handle(batch.map(({ item }) => item));
      for (const [n, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[n];
        if (outcome?.status === "fulfilled") resolve(outcome.value);
        else reject(outcome ? outcome.reason : new Error("a batch has no outcome for an item"));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
