import { DurableQueue } from "./durable-queue.ts";
import { memoryStore } from "./memory-store.ts";
import type { QueuePage } from "./queue-page.ts";
import type { Delivery, QueueOptions, QueueStore } from "./queue-types.ts";

/** For tests: the only page of a browser, with a clock that does not advance. */
export const FROZEN_PAGE: QueuePage = {
  isOnline: () => true,
  nowMs: () => 1000,
  reportError: () => undefined,
  setTimer: () => () => undefined,
  withLock: (_, act) => act(),
  openChannel: () => () => undefined,
  listen: () => () => undefined,
};

/** For tests: an item that is sent once for each of its edits. */
export type TestItem = { key: string; waiting: readonly string[]; done: readonly string[]; refused: readonly string[] };
export type TestEvent = { type: "add" | "sent" | "refused"; edit: string };

const EMPTY = { waiting: [], done: [], refused: [] };
export const testItem = (key: string): TestItem => ({ key, ...EMPTY });

/** Repeating an event changes nothing. */
function reduceTestItem(item: TestItem, { type, edit }: TestEvent): TestItem {
  const { waiting, done, refused } = item;
  if (type === "add") {
    const isKnown = [...waiting, ...done, ...refused].includes(edit);
    return isKnown ? item : { ...item, waiting: [...waiting, edit] };
  }
  if (!waiting.includes(edit)) return item;
  const left = { ...item, waiting: waiting.filter((one) => one !== edit) };
  return type === "sent" ? { ...left, done: [...done, edit] } : { ...left, refused: [...refused, edit] };
}

/** The server's reaction to one request. `lost`: it takes the edit, and its answer never arrives. `throw`: `deliver` rejects. */
export type Answer = "sent" | "refused" | "lost" | "unreachable" | "signed-out" | "throw";
type Request = { tab: Tab; edit: string; answer: (answer: Answer) => void };
type Operation = { tab: Tab; run: () => void };
type Tab = {
  queue: DurableQueue<TestItem, TestEvent, string>;
  notes: string[];
  close: () => void;
  receive: (message: unknown) => void;
  resume: () => void;
};

/** Runs all pending promise callbacks. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A browser with tabs that share a disk, a lock and a channel, and a server. Nothing happens until the test triggers it. */
export class TestWorld {
  readonly disk = new Map<string, TestItem>();
  readonly requests: Request[] = [];
  /** By edit: how often the server accepted it, and whether the disk stores that. */
  readonly taken = new Map<string, number>();
  readonly tabs: Tab[] = [];
  isDiskFull = false;
  isOnline = true;
  mostRequestsAtOnce = 0;
  readonly reportedErrors: unknown[] = [];
  #operations: Operation[] = [];
  #timers: { tab: Tab; atMs: number; callback: () => void }[] = [];
  #lock: { tab: Tab; start: () => void }[] = [];
  #nowMs = 0;
  readonly #options: Partial<QueueOptions<TestItem, TestEvent, string>>;

  constructor(options: Partial<QueueOptions<TestItem, TestEvent, string>> = {}) {
    this.#options = options;
  }

  /** @returns the tab with its queue open */
  openTab(): Tab {
    const notes: string[] = [];
    const tab: Tab = {
      notes,
      close: () => undefined,
      receive: () => undefined,
      resume: () => undefined,
    } as unknown as Tab; // the queue follows
    tab.queue = new DurableQueue<TestItem, TestEvent, string>(
      {
        name: "test",
        store: Promise.resolve(this.#storeOf(tab)),
        keyOf: ({ key }) => key,
        reduce: reduceTestItem,
        nextTask: ({ waiting: [edit] }) => (edit === undefined ? null : { id: edit, readyAtMs: 0 }),
        deliver: (_, edit) => this.#deliver(tab, edit),
        onNote: (_, note) => notes.push(note),
        ...this.#options,
      },
      this.#pageOf(tab),
    );
    this.tabs.push(tab);
    tab.close = tab.queue.open();
    return tab;
  }

  /** The tab crashes at once, and the browser releases its lock. */
  kill(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.#operations = this.#operations.filter((one) => one.tab !== tab);
    this.#timers = this.#timers.filter((one) => one.tab !== tab);
    for (const request of this.requests.filter((one) => one.tab === tab))
      this.requests.splice(this.requests.indexOf(request), 1);
    const wasHolder = this.#lock[0]?.tab === tab;
    this.#lock = this.#lock.filter((one) => one.tab !== tab);
    if (wasHolder) this.#lock[0]?.start();
  }

  /** Lets one waiting read or write of the disk happen. */
  async runOperation(index = 0): Promise<boolean> {
    const [operation] = this.#operations.splice(index % Math.max(1, this.#operations.length), 1);
    operation?.run();
    await settle();
    return operation !== undefined;
  }

  /** Lets all waiting disk operations happen. */
  async runDisk(): Promise<void> {
    await settle();
    // Each operation may ask for the next.
    // oxlint-disable-next-line no-await-in-loop
    while (await this.runOperation());
  }

  async answer(answer: Answer, index = 0): Promise<boolean> {
    const [request] = this.requests.splice(index % Math.max(1, this.requests.length), 1);
    if (!request) return false;
    if (answer === "sent" || answer === "lost") this.taken.set(request.edit, (this.taken.get(request.edit) ?? 0) + 1);
    request.answer(answer);
    await settle();
    return true;
  }

  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    const due = this.#timers.filter(({ atMs }) => atMs <= this.#nowMs);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { callback } of due) callback();
    await settle();
  }

  /** Runs until nothing changes any more: the disk works, the server accepts everything, the clock advances. */
  async heal(): Promise<void> {
    this.isDiskFull = false;
    this.isOnline = true;
    if (this.tabs.length === 0) this.openTab();
    for (const tab of this.tabs) tab.resume();
    await settle();
    for (let idle = 0; idle < 3;) {
      const hasMoved = (await this.runOperation()) || (await this.answer("sent"));
      idle = hasMoved ? 0 : idle + 1;
      if (!hasMoved) await this.advance(60_000);
    }
  }

  #storeOf(tab: Tab): QueueStore<TestItem, TestEvent> {
    const onDisk = memoryStore({ keyOf: ({ key }) => key, reduce: reduceTestItem, createsOnChange: true }, this.disk);
    const later = <T>(act: () => Promise<T>, isWrite: boolean): Promise<T> =>
      new Promise((resolve, reject) => {
        const run = (): void => {
          if (isWrite && this.isDiskFull) reject(new Error("The disk is full."));
          else void act().then(resolve);
        };
        this.#operations.push({ tab, run });
      });
    return {
      isDurable: true,
      list: () => later(() => onDisk.list(), false),
      read: (key) => later(() => onDisk.read(key), false),
      change: (initial, events) => later(() => onDisk.change(initial, events), true),
    };
  }

  #deliver(tab: Tab, edit: string): Promise<Delivery<TestEvent, string>> {
    return new Promise((resolve, reject) => {
      const answer = (is: Answer): void => {
        if (is === "throw") reject(new Error("This delivery has a bug."));
        else if (is === "sent" || is === "refused")
          resolve({ is: "settled", events: [{ type: is, edit }], note: edit });
        else resolve({ is: is === "lost" ? "unreachable" : is });
      };
      this.requests.push({ tab, edit, answer });
      this.mostRequestsAtOnce = Math.max(this.mostRequestsAtOnce, this.requests.length);
    });
  }

  #pageOf(tab: Tab): QueuePage {
    return {
      isOnline: () => this.isOnline,
      nowMs: () => this.#nowMs,
      reportError: (error) => this.reportedErrors.push(error),
      setTimer: (callback, delayMs) => {
        const timer = { tab, atMs: this.#nowMs + delayMs, callback };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((one) => one !== timer);
        };
      },
      withLock: (_, act) =>
        new Promise((resolve) => {
          const start = async (): Promise<void> => {
            await act();
            this.#lock = this.#lock.filter((one) => one !== request);
            this.#lock[0]?.start();
            resolve();
          };
          const request = { tab, start: () => void start() };
          this.#lock.push(request);
          if (this.#lock[0] === request) request.start();
        }),
      openChannel: (_, onMessage) => {
        tab.receive = onMessage;
        return (message) => {
          for (const other of this.tabs) if (other !== tab) other.receive(message);
        };
      },
      listen: ({ onResume }) => {
        tab.resume = onResume;
        return () => undefined;
      },
    };
  }
}
