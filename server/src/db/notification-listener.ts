import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";

export interface NotificationListenerOptions {
  url: string;
  onError(error: Error): void;
}

const RETRY_MS = 1000;
/** A connection that died without a word is noticed by this. */
const PING_MS = 10_000;

/**
 * PostgreSQL's notifications, by any process: one LISTEN connection for all channels of a process, however many
 * browsers. After a break, `onResync` is called: what was missed is unknown.
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

  /** Before `start`. A channel has one listener. */
  on(channel: string, listener: (payload: string) => void): void {
    this.#channels.set(channel, listener);
  }

  onResync(listener: () => void): void {
    this.#resyncs.push(listener);
  }

  /** Resolves when it listens for the first time, or has failed to and goes on trying. */
  async start(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.#running = this.#run(first.resolve);
    await first.promise;
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
          if (!isFirst) for (const resync of this.#resyncs) resync();
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

/** A payload as JSON; null when it is none, for anyone with the database's password may notify. */
export function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
