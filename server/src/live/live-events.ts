import { EventEmitter } from "node:events";
import { type NotificationListener, parsePayload } from "../db/notification-listener.ts";
import { type Change, LIVE_CHANNEL, changeSchema } from "./publish-change.ts";

/** A change with the time of its arrival here, ISO 8601. */
export type LiveChange = Change & { at: string };

const RESYNC = "resync";
const EVERY = "every";
/** The data of a page may be older than its stream by this much. */
const MEMORY_MS = 10_000;

/**
 * Committed changes of all processes. After a lost connection every listener is notified that its event may have changed, because missed
 * changes are unknown.
 */
export class LiveEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  /** The last change of each event, oldest first. */
  readonly #last = new Map<string, LiveChange>();

  constructor(listening: NotificationListener) {
    listening.on(LIVE_CHANNEL, (payload) => this.#receive(payload));
    listening.onResync(() => this.#emitter.emit(RESYNC));
  }

  /**
   * Calls `listener` for every change of the event until the returned function is called. Begins with the last change of the last
   * seconds, because the page's data may be older than it.
   */
  subscribe(projectSid: string, listener: (change: LiveChange) => void): () => void {
    this.#expire();
    const last = this.#last.get(projectSid);
    if (last) listener(last);
    const onResync = () => listener({ projectSid, kind: "project", sid: projectSid, at: new Date().toISOString() });
    this.#emitter.on(projectSid, listener);
    this.#emitter.on(RESYNC, onResync);
    return () => {
      this.#emitter.off(projectSid, listener);
      this.#emitter.off(RESYNC, onResync);
    };
  }

  /** Calls `listener` for every change of every event. */
  onEvery(listener: (change: LiveChange) => void): void {
    this.#emitter.on(EVERY, listener);
  }

  #receive(payload: string): void {
    const { data: change } = changeSchema.safeParse(parsePayload(payload));
    if (!change) return;
    const received: LiveChange = { ...change, at: new Date().toISOString() };
    this.#expire();
    this.#last.delete(change.projectSid);
    // A failure is reported once: a page that opens later shows it in its data.
    const { failure: _, ...remembered } = received;
    this.#last.set(change.projectSid, remembered);
    this.#emitter.emit(change.projectSid, received);
    this.#emitter.emit(EVERY, received);
  }

  #expire(): void {
    for (const [projectSid, { at }] of this.#last) {
      if (Date.now() - Date.parse(at) <= MEMORY_MS) return;
      this.#last.delete(projectSid);
    }
  }
}
