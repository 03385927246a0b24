import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "./client.ts";
import type { Client } from "pg";

export interface WatchdogTimes {
  everyMs?: number;
  silentAfterMs?: number;
}

const EVERY_MS = 2000;
/** Longer than a busy machine or a slow disk delays `select 1`; shorter than the timeouts of users and proxies. */
const SILENT_AFTER_MS = 5000;

/**
 * Queries the database every two seconds on a separate connection and calls `onSilent` when it does not answer. A killed database
 * closes its connections; a frozen database, or one whose machine lost power, keeps them open for minutes without answering.
 * Returns a function that stops the watchdog.
 */
export function startDatabaseWatchdog(
  url: string,
  onSilent: () => void,
  { everyMs = EVERY_MS, silentAfterMs = SILENT_AFTER_MS }: WatchdogTimes = {},
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let client: Client | null = null;
  const running = watch();

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      if ((await isSilent()) && !signal.aborted) onSilent();
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    await client?.end().catch(() => undefined);
  }

  /** True only for a timeout of the connection or the query. Other errors mean that the database has closed its connections. */
  async function isSilent(): Promise<boolean> {
    try {
      client ??= await open();
      await client.query("select 1");
      return false;
    } catch (error) {
      // Not awaited: `end` waits for an answer of the database.
      void client?.end().catch(() => undefined);
      client = null;
      return error instanceof Error && /timeout/i.test(error.message);
    }
  }

  async function open(): Promise<Client> {
    const opened = createClient({
      connectionString: url,
      application_name: "precount-watch",
      connectionTimeoutMillis: silentAfterMs,
      query_timeout: silentAfterMs,
    });
    await opened.connect();
    return opened;
  }

  return async () => {
    stopping.abort();
    await running;
  };
}
