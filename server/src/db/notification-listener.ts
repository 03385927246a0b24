import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";

export interface NotificationListenerOptions {
  url: string;
  onError(error: Error): void;
}

const RETRY_MS = 1000;
/** Detects a connection that was lost without an error. */
const PING_MS = 10_000;

/**
 * Receives PostgreSQL notifications on one LISTEN connection per process, for all channels and browsers. After a reconnect it
 * calls the `onResync` listeners, because notifications may have been missed.
 */
export class NotificationListener {
  readonly #options: NotificationListenerOptions;
  readonly #channels = new Map<string, (payload: string) => void>();
  readonly #resyncs: (() => void)[] = [];
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: NotificationListenerOptions) {
    this.#options = options;
  }

  /** Sets the listener of a channel, one per channel. Call it before `start`. */
  on(channel: string, listener: (payload: string) => void): void {
    this.#channels.set(channel, listener);
  }

  onResync(listener: () => void): void {
    this.#resyncs.push(listener);
  }

  /** Resolves after the first connection attempt. If that fails, it keeps retrying in the background. */
  async start(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.#running = this.#run(first.resolve);
    await first.promise;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(onFirstAttempt: () => void): Promise<void> {
    const { signal } = this.#closing;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        await this.#listen(() => {
          onFirstAttempt();
          if (!isFirst) for (const resync of this.#resyncs) resync();
        });
      } catch (error) {
        this.#options.onError(error instanceof Error ? error : new Error(String(error)));
      }
      onFirstAttempt();
      if (!signal.aborted) await wait(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection breaks (rejects) or `close` is called (resolves). */
  async #listen(onListening: () => void): Promise<void> {
    const { signal } = this.#closing;
    const client = new Client({
      connectionString: this.#options.url,
      application_name: "precount-live",
      connectionTimeoutMillis: 10_000,
      // Limits how long a ping waits on a half-open connection.
      query_timeout: 10_000,
      keepAlive: true,
    });
    const ended = Promise.withResolvers<void>();
    // If the connection breaks while it is being opened, nothing waits for this promise yet: unhandled, it would end the process.
    ended.promise.catch(() => undefined);
    client.on("error", ended.reject);
    client.on("end", ended.resolve);
    client.on("notification", ({ channel, payload }) => this.#channels.get(channel)?.(payload ?? ""));
    signal.addEventListener("abort", () => ended.resolve(), { once: true });
    let ping: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`);
      onListening();
      ping = setInterval(() => void client.query("select 1").catch(ended.reject), PING_MS);
      await ended.promise;
    } finally {
      clearInterval(ping);
      await client.end().catch(() => undefined);
    }
  }
}

/** Parses a payload as JSON; null if it is invalid, because any database user can send notifications. */
export function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
