import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "./client.ts";
import type { Client } from "pg";

export interface WatchdogTimes {
  everyMs?: number;
  silentAfterMs?: number;
}

const EVERY_MS = 2000;
/** Longer than a busy machine or a slow disk holds up `select 1`, shorter than a person's or a proxy's patience. */
const SILENT_AFTER_MS = 5000;

/**
 * Asks the database every two seconds whether it is there, on a connection of its own. One that is killed says so itself; one that
 * is frozen, or whose machine went without a word, keeps every connection open and answers nobody, for minutes: then `onSilent`.
 * Returns what ends it.
 */
export function startDatabaseWatchdog(
  url: string,
  onSilent: () => void,
  { everyMs = EVERY_MS, silentAfterMs = SILENT_AFTER_MS }: WatchdogTimes = {},
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let client: Client | null = null;
  const running = watch();

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      // What is frozen takes a connection's bytes all the same, so that silence counts in both.
      if (!(await answers()) && !signal.aborted) onSilent();
      await wait(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    await client?.end().catch(() => undefined);
  }

  /** False only for silence: a database that refuses has said so to everybody. */
  async function answers(): Promise<boolean> {
    try {
      client ??= await open();
      await client.query("select 1");
      return true;
    } catch (error) {
      // Not waited for: a farewell to what does not answer has no end.
      void client?.end().catch(() => undefined);
      client = null;
      return !(error instanceof Error && /timeout/i.test(error.message));
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
    ending.abort();
    await running;
  };
}
