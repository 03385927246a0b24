import type { QueueOptions, QueueStore, Unconfirmed } from "./queue-types.ts";

/** One item as this page knows it. */
type Entry<Item, Event> = {
  key: string;
  /** As the store last confirmed it. */
  stored: Item | null;
  /** The item that this page's first change started from, until the store has it. */
  initial: Item | null;
  /** Changes that the store has not confirmed, in their order. */
  unconfirmed: (readonly Event[])[];
  /** With the unconfirmed changes applied. */
  item: Item | null;
  /** Another tab may have changed it in the store. */
  isStale: boolean;
  /** The last write failed, because the disk is full or the browser forbids it: this page's copy counts. */
  isFailing: boolean;
  syncing: Promise<void> | null;
};

/** The items of a queue: shown as this page changed them, written to the store in order, and read again when stale. */
export class QueueEntries<Item, Event, Note> {
  readonly #options: QueueOptions<Item, Event, Note>;
  readonly #onChange: (key: string) => void;
  readonly #onStored: (key: string) => void;
  readonly #entries = new Map<string, Entry<Item, Event>>();
  readonly #store: Promise<QueueStore<Item, Event>>;

  /** @param onStored called when the store has confirmed a change of this page */
  constructor(
    options: QueueOptions<Item, Event, Note>,
    { onChange, onStored }: { onChange: (key: string) => void; onStored: (key: string) => void },
  ) {
    this.#options = options;
    this.#onChange = onChange;
    this.#onStored = onStored;
    this.#store = options.store;
  }

  /** Reads all items. A store that cannot be read leaves this page's own copies. */
  async load(): Promise<{ isDurable: boolean }> {
    const store = await this.#store;
    const items = await store.list().catch(() => []);
    for (const item of items) {
      const entry = this.#entry(this.#options.keyOf(item));
      entry.stored = item;
      this.#recompute(entry);
    }
    return { isDurable: store.isDurable };
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** As the screen shows it. */
  item(key: string): Item | null {
    return this.#entries.get(key)?.item ?? null;
  }

  /** As it may be sent: what the store has confirmed, or this page's copy while the store fails. */
  sendable(key: string): Item | null {
    const entry = this.#entries.get(key);
    return (entry?.isFailing ? entry.item : entry?.stored) ?? null;
  }

  keys(): string[] {
    return [...this.#entries.keys()];
  }

  items(): Item[] {
    return [...this.#entries.values()].flatMap(({ item }) => (item === null ? [] : [item]));
  }

  hasUnconfirmed(): boolean {
    return [...this.#entries.values()].some(({ unconfirmed }) => unconfirmed.length > 0);
  }

  /** Shows the change at once. Resolves when the store has confirmed it, or has failed to. */
  async change(initial: Item, events: readonly Event[]): Promise<void> {
    const entry = this.#entry(this.#options.keyOf(initial));
    entry.initial ??= initial;
    entry.unconfirmed.push(events);
    this.#recompute(entry);
    this.#tellUnconfirmed();
    await this.#sync(entry);
  }

  /** Reads the item again, after pending writes. */
  async refresh(key: string): Promise<void> {
    const entry = this.#entry(key);
    entry.isStale = true;
    await this.#sync(entry);
  }

  /** Tries again to write what the store did not take. */
  async retryWrites(): Promise<void> {
    const failing = [...this.#entries.values()].filter(({ isFailing }) => isFailing);
    await Promise.all(failing.map((entry) => this.#sync(entry)));
  }

  #entry(key: string): Entry<Item, Event> {
    const known = this.#entries.get(key);
    if (known) return known;
    const entry: Entry<Item, Event> = {
      key,
      stored: null,
      initial: null,
      unconfirmed: [],
      item: null,
      isStale: false,
      isFailing: false,
      syncing: null,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  /** One at a time for each item: the store gets its changes in order, and no read returns an older state than a write. */
  async #sync(entry: Entry<Item, Event>): Promise<void> {
    entry.syncing ??= this.#syncAll(entry);
    await entry.syncing;
  }

  async #syncAll(entry: Entry<Item, Event>): Promise<void> {
    const store = await this.#store;
    do {
      const written = [...entry.unconfirmed];
      entry.isStale = false;
      try {
        // A second write needs the result of the first.
        // oxlint-disable-next-line no-await-in-loop
        entry.stored = await this.#readOrWrite(store, entry, written);
        entry.isFailing = false;
      } catch {
        entry.isFailing = true;
        break;
      }
      entry.unconfirmed.splice(0, written.length);
      const isRemoved = entry.stored === null && (written.length > 0 || entry.unconfirmed.length === 0);
      if (isRemoved) entry.initial = null;
      this.#recompute(entry);
      if (written.length > 0) this.#onStored(entry.key);
      if (written.length > 0) this.#tellUnconfirmed();
    } while (entry.isStale || entry.unconfirmed.length > 0);
    // Before anything is awaited again: a change from now on starts the next sync.
    entry.syncing = null;
    if (entry.isFailing) this.#onChange(entry.key);
  }

  #readOrWrite(
    store: QueueStore<Item, Event>,
    { key, stored, initial }: Entry<Item, Event>,
    changes: readonly (readonly Event[])[],
  ): Promise<Item | null> {
    const base = stored ?? initial;
    return base === null || changes.length === 0 ? store.read(key) : store.change(base, changes.flat());
  }

  #recompute(entry: Entry<Item, Event>): void {
    const { key, stored, initial, unconfirmed } = entry;
    const base = stored ?? initial;
    entry.item = base && unconfirmed.flat().reduce(this.#options.reduce, base);
    if (base === null && this.#entries.get(key) === entry) this.#entries.delete(key);
    this.#onChange(key);
  }

  #tellUnconfirmed(): void {
    const changes = [...this.#entries.values()].flatMap(({ item, unconfirmed }): Unconfirmed<Item, Event>[] =>
      item === null ? [] : unconfirmed.map((events) => ({ item, events })),
    );
    this.#options.onUnconfirmed?.(changes);
  }
}
