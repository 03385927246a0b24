import { EventEmitter } from "node:events";
import type { AreaUpdate } from "@precount/domain";
import { Mutex } from "async-mutex";
import { readAffectedAreas } from "../db/areas/list.ts";
import type { Database } from "../db/connect.ts";
import type { NotificationListener } from "../db/notification-listener.ts";
import type { LiveEvents } from "./live-events.ts";
import { type AffectedRows, addChange, isEmpty, noRows, union } from "./affected-rows.ts";
import type { Change } from "./publish-change.ts";

/** Changes within this time are sent in one message. A color must change everywhere within a second. */
const BATCH_MS = 100;
/**
 * Changes are remembered for this long, at most twice as long. A screen's list may be older than its stream by that much.
 */
const MEMORY_MS = 10_000;

type EventAreas = {
  pending: AffectedRows;
  timer: NodeJS.Timeout | undefined;
  recent: AffectedRows;
  older: AffectedRows;
  /** Reads run one after the other, so that no screen gets an older state after a newer one. */
  reading: Mutex;
};
/** Gets the encoded message, which is made once for all screens. */
type Listener = (message: Buffer) => void;

/**
 * Streams the changed areas of events to the screens of this process that show them. Changes within a moment are read with one
 * statement and sent in one message, the same for every screen.
 */
export class LiveAreas {
  readonly #db: Database;
  readonly #events = new Map<string, EventAreas>();
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #onError: (error: Error) => void;
  #expiryTimer: NodeJS.Timeout | undefined;
  #resyncedAt = Number.NEGATIVE_INFINITY;

  /** @param onError gets the error when areas could not be read; the screens then reload their lists */
  constructor(from: {
    db: Database;
    live: LiveEvents;
    listening: NotificationListener;
    onError: (error: Error) => void;
  }) {
    this.#db = from.db;
    this.#onError = from.onError;
    from.live.onEvery((change) => this.#receive(change));
    from.listening.onResync(() => this.#resync());
  }

  /**
   * Sends changes to `listener` until the returned function is called. Begins with the changes of the last seconds, because the
   * screen's list may be older than they are.
   */
  subscribe(projectSid: string, listener: Listener): () => void {
    let isUnsubscribed = false;
    this.#emitter.on(projectSid, listener);
    const event = this.#eventOf(projectSid);
    const past = union(event.older, event.recent);
    if (performance.now() - this.#resyncedAt < MEMORY_MS) past.all = true;
    if (!isEmpty(past)) {
      this.#send(event, projectSid, past, (message) => {
        if (!isUnsubscribed) listener(message);
      });
    }
    return () => {
      isUnsubscribed = true;
      this.#emitter.off(projectSid, listener);
    };
  }

  #eventOf(projectSid: string): EventAreas {
    const event = this.#events.get(projectSid) ?? newEvent();
    this.#events.set(projectSid, event);
    this.#expiryTimer ??= setInterval(() => this.#expire(), MEMORY_MS).unref();
    return event;
  }

  #receive(change: Change): void {
    const { projectSid } = change;
    const event = this.#eventOf(projectSid);
    addChange(event.recent, change);
    if (this.#emitter.listenerCount(projectSid) === 0) return;
    addChange(event.pending, change);
    event.timer ??= setTimeout(() => {
      const { pending } = event;
      event.pending = noRows();
      event.timer = undefined;
      if (!isEmpty(pending)) this.#broadcast(event, projectSid, pending);
    }, BATCH_MS).unref();
  }

  /** After a lost connection any event may have changed. */
  #resync(): void {
    this.#resyncedAt = performance.now();
    for (const projectSid of this.#emitter.eventNames().map(String)) {
      this.#broadcast(this.#eventOf(projectSid), projectSid, { ...noRows(), all: true });
    }
  }

  #broadcast(event: EventAreas, projectSid: string, rows: AffectedRows): void {
    this.#send(event, projectSid, rows, (message) => this.#emitter.emit(projectSid, message));
  }

  #send(event: EventAreas, projectSid: string, rows: AffectedRows, listener: Listener): void {
    void event.reading.runExclusive(async () => {
      const update = await this.#readUpdate(projectSid, rows);
      if (update !== null) listener(Buffer.from(`event: areas\ndata: ${JSON.stringify(update)}\n\n`));
    });
  }

  async #readUpdate(projectSid: string, { images, areas, all }: AffectedRows): Promise<AreaUpdate | null> {
    if (all) return { stale: true };
    try {
      const changed = await readAffectedAreas(this.#db, projectSid, { imageSids: [...images], areaSids: [...areas] });
      const found = new Set(changed.map(({ sid }) => sid));
      const gone = [...areas].filter((sid) => !found.has(sid));
      return changed.length + gone.length === 0 ? null : { changed, gone };
    } catch (error) {
      this.#onError(error instanceof Error ? error : new Error(String(error)));
      return { stale: true };
    }
  }

  #expire(): void {
    for (const [projectSid, event] of this.#events) {
      event.older = event.recent;
      event.recent = noRows();
      // An event with subscribers keeps its entry, because its mutex must continue to order the reads.
      const isUsed = event.timer || this.#emitter.listenerCount(projectSid) > 0;
      if (isEmpty(event.older) && !isUsed) this.#events.delete(projectSid);
    }
    if (this.#events.size > 0) return;
    clearInterval(this.#expiryTimer);
    this.#expiryTimer = undefined;
  }
}

const newEvent = (): EventAreas => ({
  pending: noRows(),
  timer: undefined,
  recent: noRows(),
  older: noRows(),
  reading: new Mutex(),
});
