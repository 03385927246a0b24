import { EventEmitter } from "node:events";
import { type Listening, parsePayload } from "../db/listening.ts";
import { type Change, LIVE_CHANNEL, changeSchema } from "./publish-change.ts";

/** What listeners get; `at` is when it arrived here, ISO 8601. */
export type LiveChange = Change & { at: string };

const RESYNC = "resync";
const EVERY = "every";
/** A page may have read what it shows for so long before its stream runs. */
const REMEMBERED_MS = 10_000;

/**
 * Changes as they are committed, by any process. After a break every listener is told that its event may have
 * changed, for what was missed is unknown.
 */
export class LiveEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  /** The last change of each event, the longest ago first. */
  readonly #last = new Map<string, LiveChange>();

  constructor(listening: Listening) {
    listening.on(LIVE_CHANNEL, (payload) => this.#receive(payload));
    listening.onResync(() => this.#emitter.emit(RESYNC));
  }

  /**
   * Calls `listener` for every change of the event until the returned function is called; at once with the last one of
   * the last seconds, for what the page shows may be from before it.
   */
  subscribe(projectSid: string, listener: (change: LiveChange) => void): () => void {
    this.#forget();
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

  /** Calls `listener` for every change of any event, for as long as the process lives. */
  onEvery(listener: (change: LiveChange) => void): void {
    this.#emitter.on(EVERY, listener);
  }

  #receive(payload: string): void {
    const { data: change } = changeSchema.safeParse(parsePayload(payload));
    if (!change) return;
    const heard: LiveChange = { ...change, at: new Date().toISOString() };
    this.#forget();
    this.#last.delete(change.projectSid);
    this.#last.set(change.projectSid, heard);
    this.#emitter.emit(change.projectSid, heard);
    this.#emitter.emit(EVERY, heard);
  }

  #forget(): void {
    for (const [projectSid, { at }] of this.#last) {
      if (Date.now() - Date.parse(at) <= REMEMBERED_MS) return;
      this.#last.delete(projectSid);
    }
  }
}
