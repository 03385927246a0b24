import { EventEmitter } from "node:events";
import { type Listening, parsePayload } from "../../db/listening.ts";
import { type Change, LIVE_CHANNEL, changeSchema } from "./notify.ts";

/** What listeners get; `at` is when it arrived here, ISO 8601. */
export type LiveChange = Change & { at: string };

const RESYNC = "resync";
const EVERY = "every";

/**
 * Changes as they are committed, by any process. After a break every listener is told that its event may have
 * changed, for what was missed is unknown.
 */
export class LiveEvents {
  readonly #emitter = new EventEmitter().setMaxListeners(0);

  constructor(listening: Listening) {
    listening.on(LIVE_CHANNEL, (payload) => this.#receive(payload));
    listening.onResync(() => this.#emitter.emit(RESYNC));
  }

  /** Calls `listener` for every change of the event until the returned function is called. */
  subscribe(projectSid: string, listener: (change: LiveChange) => void): () => void {
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
    this.#emitter.emit(change.projectSid, heard);
    this.#emitter.emit(EVERY, heard);
  }
}
