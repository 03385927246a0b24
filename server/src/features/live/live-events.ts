import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { type Change, LIVE_CHANNEL, changeSchema } from "./notify.ts";

/** What listeners get; `at` is when it arrived here, ISO 8601. */
export type LiveChange = Change & { at: string };

export interface LiveEventsOptions {
  url: string;
  onError(error: Error): void;
}

const RETRY_MS = 1000;
/** A connection that died without a word is noticed by this. */
const PING_MS = 10_000;
const RESYNC = "resync";

/**
 * Changes as they are committed, by any process: one LISTEN connection per process, however many browsers.
 * After a break every listener is told that its event may have changed, for what was missed is unknown.
 */
export class LiveEvents {
  readonly #options: LiveEventsOptions;
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: LiveEventsOptions) {
    this.#options = options;
  }

  /** Resolves when it listens for the first time, or has failed to and goes on trying. */
  async start(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.#running = this.#run(first.resolve);
    await first.promise;
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

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(tried: () => void): Promise<void> {
    const { signal } = this.#closing;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        await this.#listen(() => {
          tried();
          if (!isFirst) this.#emitter.emit(RESYNC);
        });
      } catch (error) {
        this.#options.onError(error instanceof Error ? error : new Error(String(error)));
      }
      tried();
      if (!signal.aborted) await wait(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Until the connection breaks (rejects) or everything closes (resolves). */
  async #listen(onListening: () => void): Promise<void> {
    const { signal } = this.#closing;
    const client = new Client({
      connectionString: this.#options.url,
      application_name: "precount-live",
      connectionTimeoutMillis: 10_000,
      // A half-open connection fails its ping after this long instead of never.
      query_timeout: 10_000,
      keepAlive: true,
    });
    const ended = Promise.withResolvers<void>();
    client.on("error", ended.reject);
    client.on("end", ended.resolve);
    client.on("notification", ({ payload }) => this.#receive(payload));
    signal.addEventListener("abort", () => ended.resolve(), { once: true });
    let ping: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      await client.query(`listen ${LIVE_CHANNEL}`);
      onListening();
      ping = setInterval(() => void client.query("select 1").catch(ended.reject), PING_MS);
      await ended.promise;
    } finally {
      clearInterval(ping);
      await client.end().catch(() => undefined);
    }
  }

  #receive(payload: string | undefined): void {
    const change = parseChange(payload);
    if (change) this.#emitter.emit(change.projectSid, { ...change, at: new Date().toISOString() });
  }
}

/** Anyone with the database's password may notify: what is no change is ignored. */
function parseChange(payload: string | undefined): Change | null {
  try {
    return changeSchema.safeParse(JSON.parse(payload ?? "")).data ?? null;
  } catch {
    return null;
  }
}
