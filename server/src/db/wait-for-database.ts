import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "./client.ts";
import type { Client } from "pg";
import { ConfigError } from "../config/config-error.ts";
import { settingError } from "../config/config-error.ts";
import { isDatabaseUnavailable } from "../errors/transient-error.ts";

/** Docker Compose starts all services at once, and the database needs some time. */
const WAIT_MS = 30_000;
const POLL_MS = 500;
/** A database that is running accepts a connection much faster. */
const NOTICE_MS = 2000;

export type DatabaseWait = {
  waitMs?: number;
  /** Called once if the database does not accept a connection within `noticeMs`; with its URL without the password. */
  onWaiting?: (database: string) => void;
  noticeMs?: number;
};

/**
 * Resolves when the database of DATABASE_URL accepts connections. Throws ConfigError without the password after half a minute, or
 * at once if waiting would not help.
 */
export async function waitForDatabase(
  url: string,
  { waitMs = WAIT_MS, onWaiting, noticeMs = NOTICE_MS }: DatabaseWait = {},
): Promise<void> {
  const notice = setTimeout(() => onWaiting?.(withoutPassword(url)), noticeMs);
  try {
    await pollDatabase(url, performance.now() + waitMs);
  } finally {
    clearTimeout(notice);
  }
}

async function pollDatabase(url: string, deadline: number): Promise<void> {
  for (;;) {
    const client = createClient({ connectionString: url, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      await requireVersion(client);
      return;
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      if (!isDatabaseUnavailable(error) || performance.now() >= deadline) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ConfigError(
          `The database at ${withoutPassword(url)} cannot be used: ${reason}. Check DATABASE_URL and that PostgreSQL runs there.`,
          { cause: error },
        );
      }
      await delay(POLL_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const MIN_POSTGRES_VERSION = 15;

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "";
  if (Number.parseInt(version, 10) < MIN_POSTGRES_VERSION)
    throw settingError("DATABASE_URL", `PostgreSQL ${version} is too old; ${MIN_POSTGRES_VERSION} or newer is needed`);
}

/** So many lost connections cannot be caused by a restart. */
const MAX_ATTEMPTS = 20;

/**
 * Runs startup work such as migrations, and retries it when the database becomes unavailable, which may be starting at the same
 * time. Throws the errors of `waitForDatabase` and of `work`.
 */
export async function withDatabaseRetry<T>(url: string, work: () => Promise<T>, wait: DatabaseWait = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await waitForDatabase(url, wait);
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

/** A password is before the last @ of the host, or in the query. */
const withoutPassword = (url: string): string =>
  url.replace(/^(\w+:\/\/[^:@/]*):[^/]*@/, "$1:…@").replaceAll(/([?&](?:ssl)?password=)[^&]*/g, "$1…");
