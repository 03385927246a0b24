import { Backoff } from "./backoff.ts";
import { FailedItems } from "./failed-items.ts";
import { QueueEntries } from "./queue-entries.ts";
import { type QueuePage, browserPage } from "./queue-page.ts";
import type { Connection, Delivery, QueueOptions, Task } from "./queue-types.ts";
import { readyItems } from "./ready-items.ts";

type Message<Note> = { key: string; note?: Note };

/**
 * Sends items to the server, in order, from one tab at a time. An item is shown as soon as it is changed, stored a moment
 * later, and sent only after that; what is stored survives the page. Clients bring a reducer and a `deliver` function.
 */
export class DurableQueue<Item, Event, Note = never> {
  readonly #options: QueueOptions<Item, Event, Note>;
  readonly #page: QueuePage;
  readonly #entries: QueueEntries<Item, Event, Note>;
  readonly #listeners = new Set<() => void>();
  readonly #post: (message: Message<Note>) => void;
  /** Tasks on their way, by the key of their item. */
  readonly #sending = new Map<string, { taskId: string; delivery: Promise<void> }>();
  /** The stored items have been read. */
  readonly loaded: Promise<void>;
  #connection: Connection = "online";
  #isDurable = true;
  #openCount = 0;
  #isRunning = false;
  #wantsRun = false;
  #isPaused = false;
  #wake: () => void = () => undefined;
  readonly #backoff: Backoff;
  readonly #failed: FailedItems;
  #cancelReady: () => void = () => undefined;

  constructor(options: QueueOptions<Item, Event, Note>, page: QueuePage = browserPage) {
    this.#options = options;
    this.#page = page;
    this.#backoff = new Backoff(page, () => void this.#run());
    this.#failed = new FailedItems(page, () => void this.#run());
    this.#entries = new QueueEntries(options, {
      onChange: (key) => this.#emit(key),
      onStored: (key) => this.#post({ key }),
    });
    const isShared = options.isShared ?? true;
    // Sent by this class in another tab, of the same build or one with the same message.
    const onMessage = (message: unknown): void => void this.#onMessage(message as Message<Note>);
    this.#post = isShared ? page.openChannel(options.name, onMessage) : () => undefined;
    this.loaded = this.#load();
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** False where the browser stores nothing. */
  get isDurable(): boolean {
    return this.#isDurable;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sends until the returned function is called. */
  open(): () => void {
    this.#openCount += 1;
    const stopListening = this.#page.listen({
      onResume: () => this.resume(),
      onOffline: () => this.#setConnection("offline"),
    });
    this.resume();
    return () => {
      this.#openCount -= 1;
      stopListening();
      if (this.#openCount > 0) return;
      this.#backoff.cancel();
      this.#cancelReady();
      this.#wake();
    };
  }

  item(key: string): Item | null {
    return this.#entries.item(key);
  }

  items(): Item[] {
    return this.#entries.items();
  }

  /** The task of the item that is on its way, if one is. */
  sendingTask(key: string): string | null {
    return this.#sending.get(key)?.taskId ?? null;
  }

  /** Whether the page shows a change that the store does not have. */
  hasUnconfirmed(): boolean {
    return this.#entries.hasUnconfirmed();
  }

  /** Shows the change at once, stores it, then sends it. Resolves when it is stored, or the store has failed. */
  async change(initial: Item, events: readonly Event[]): Promise<void> {
    await this.#entries.change(initial, events);
    void this.#run();
  }

  /** This page has written to the store, or removed from it, by another way than `change`. */
  async reload(key: string): Promise<void> {
    await this.#entries.refresh(key);
    this.#post({ key });
    void this.#run();
  }

  /** Tries at once, without waiting for the next retry. */
  resume(): void {
    this.#setConnection(this.#page.isOnline() ? "online" : "offline");
    this.#backoff.reset();
    this.#failed.releaseAll();
    void this.#entries.retryWrites();
    void this.#run();
  }

  /** The server no longer knows the session. */
  setSignedOut(): void {
    this.#setConnection("signed-out");
  }

  async #load(): Promise<void> {
    const { isDurable } = await this.#entries.load();
    this.#isDurable = isDurable;
    this.#emit(null);
    void this.#run();
  }

  async #onMessage({ key, note }: Message<Note>): Promise<void> {
    if (note !== undefined) this.#options.onNote?.(key, note);
    await this.#entries.refresh(key);
    void this.#run();
  }

  async #run(): Promise<void> {
    this.#wantsRun = true;
    this.#wake();
    if (this.#isRunning || this.#openCount === 0 || this.#isSignedOut()) return;
    this.#isRunning = true;
    await this.loaded;
    while (this.#wantsRun && !this.#isSignedOut()) {
      this.#wantsRun = false;
      if (this.#ready().length === 0) continue;
      const { name, isShared = true } = this.#options;
      // Each round ends before the next begins.
      // oxlint-disable-next-line no-await-in-loop
      await (isShared ? this.#page.withLock(name, () => this.#sendAll()) : this.#sendAll());
    }
    this.#isRunning = false;
  }

  #isSignedOut(): boolean {
    return this.#connection === "signed-out";
  }

  /** Sends while there is something to send. The lock is held until the last delivery has ended. */
  async #sendAll(): Promise<void> {
    this.#backoff.cancel();
    this.#isPaused = false;
    while (this.#openCount > 0 && !this.#isPaused) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      // oxlint-disable-next-line no-await-in-loop
      await this.#startTasks();
      if (this.#sending.size === 0) break;
      // oxlint-disable-next-line no-await-in-loop
      await woken;
    }
    await Promise.all([...this.#sending.values()].map(({ delivery }) => delivery));
  }

  async #startTasks(): Promise<void> {
    const { concurrency = 1 } = this.#options;
    for (const key of this.#ready()) {
      if (this.#sending.size >= concurrency || this.#isPaused || this.#openCount === 0) return;
      // Each decision needs the one before it.
      // oxlint-disable-next-line no-await-in-loop
      const found = await this.#claim(key);
      if (found) this.#start(key, found.item, found.task);
    }
  }

  /** Keys of items with a task to send now, in the order of sending. Sets a timer for the next task that is not ready. */
  #ready(): string[] {
    const idle = this.#entries.keys().filter((key) => !this.#sending.has(key) && !this.#failed.isWaiting(key));
    const items = idle.flatMap((key) => this.#entries.sendable(key) ?? []);
    const { ready, nextInMs } = readyItems(items, this.#options, this.#page.nowMs());
    this.#cancelReady();
    if (nextInMs !== null) this.#cancelReady = this.#page.setTimer(() => void this.#run(), nextInMs);
    return ready.map(this.#options.keyOf);
  }

  /** Reads the item again under the lock: another tab may have sent it. Null if there is nothing to send any more. */
  async #claim(key: string): Promise<{ item: Item; task: Task } | null> {
    await this.#entries.refresh(key);
    const task = this.#sendableTask(key);
    if (!task) return null;
    const { startEvents } = this.#options;
    const item = this.#entries.sendable(key);
    if (startEvents && item) await this.#entries.change(item, startEvents(task.id));
    const started = this.#entries.sendable(key);
    return started && this.#sendableTask(key)?.id === task.id ? { item: started, task } : null;
  }

  #sendableTask(key: string): Task | null {
    const item = this.#entries.sendable(key);
    const task = item && this.#options.nextTask(item);
    return task && task.readyAtMs <= this.#page.nowMs() ? task : null;
  }

  #start(key: string, item: Item, task: Task): void {
    this.#sending.set(key, { taskId: task.id, delivery: this.#deliver(key, item, task) });
    this.#emit(key);
  }

  async #deliver(key: string, item: Item, task: Task): Promise<void> {
    try {
      await this.#settle(key, item, await this.#options.deliver(item, task.id));
      this.#failed.delete(key);
    } catch (error) {
      this.#failed.add(key, error);
    }
    this.#sending.delete(key);
    this.#emit(key);
    this.#wake();
  }

  async #settle(key: string, item: Item, outcome: Delivery<Event, Note>): Promise<void> {
    if (outcome.is === "settled") {
      this.#backoff.reset();
      this.#setConnection("online");
      // Before the change itself, so that no tab shows neither the task nor its result.
      if (outcome.note !== undefined) this.#post({ key, note: outcome.note });
      // An item that was removed while it was on its way stays removed.
      if (outcome.events.length > 0 && this.#entries.has(key)) await this.#entries.change(item, outcome.events);
      return;
    }
    this.#isPaused = true;
    this.#setConnection(outcome.is === "signed-out" ? "signed-out" : "offline");
    if (outcome.is === "unreachable") this.#backoff.schedule();
  }

  #setConnection(connection: Connection): void {
    if (connection === this.#connection) return;
    this.#connection = connection;
    this.#emit(null);
  }

  #emit(key: string | null): void {
    if (key !== null) this.#options.onChange?.(key);
    for (const listener of this.#listeners) listener();
  }
}
