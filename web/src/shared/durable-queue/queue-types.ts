/** Whether deliveries reach the server, as far as this page knows. */
export type Connection = "online" | "offline" | "signed-out";

/** Where a queue's items live. Every tab of the browser reads and writes the same store. */
export interface QueueStore<Item, Event> {
  /** False where the browser stores nothing, as in some private windows: the items then live as long as the page. */
  readonly isDurable: boolean;
  list(): Promise<Item[]>;
  read(key: string): Promise<Item | null>;
  /**
   * Applies the events to the stored item in one transaction and returns the result.
   * @param initial the item to start from if none is stored
   * @returns null if the store has no such item and does not create it
   */
  change(initial: Item, events: readonly Event[]): Promise<Item | null>;
}

/** The next thing to send of an item. */
export type Task = {
  id: string;
  /** Not sent earlier than this. */
  readyAtMs: number;
};

/** The outcome of one attempt to deliver a task. */
export type Delivery<Event, Note> =
  /** The server has answered, with yes or no. The note tells the other tabs what the store does not. */
  | { is: "settled"; events: readonly Event[]; note?: Note }
  /** No answer, or "try again later": the task is sent again after a delay. */
  | { is: "unreachable" }
  /** Nothing is sent until a user signs in. */
  | { is: "signed-out" };

export type QueueOptions<Item, Event, Note> = {
  /** Names the browser lock and the channel between tabs: one queue per person and kind. */
  name: string;
  store: Promise<QueueStore<Item, Event>>;
  keyOf: (item: Item) => string;
  reduce: (item: Item, event: Event) => Item;
  /** Null when the item has nothing to send. */
  nextTask: (item: Item) => Task | null;
  /** Sends one task. If it throws, the error is reported and the task is retried later. */
  deliver: (item: Item, taskId: string) => Promise<Delivery<Event, Note>>;
  /** Written before a task is sent, for tasks that must not change once the server may have them. */
  startEvents?: (taskId: string) => readonly Event[];
  /** The order in which items are sent; without it, the order in which this page learned of them. */
  compare?: (a: Item, b: Item) => number;
  /** Tasks sent at the same time, each of another item. */
  concurrency?: number;
  /** False for a queue that only this page uses: no lock, no channel. */
  isShared?: boolean;
  /** Called when an item has changed, before the queue's listeners. */
  onChange?: (key: string) => void;
  /** Called when another tab has delivered something. */
  onNote?: (key: string, note: Note) => void;
  /** Called when the list of changes that the store has not confirmed has changed. */
  onUnconfirmed?: (changes: readonly Unconfirmed<Item, Event>[]) => void;
};

/** One change that this page shows and the store has not confirmed. */
export type Unconfirmed<Item, Event> = { item: Item; events: readonly Event[] };
