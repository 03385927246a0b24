import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "./client.ts";
import type { Client } from "pg";
import { ConfigError, settingError } from "../config/config.ts";
import { isDatabaseUnavailable } from "../errors/transient-error.ts";

/** Compose files start everything at once, and a database takes its time. */
const WAIT_MS = 30_000;
const POLL_MS = 500;

/**
 * Resolves when the database of DATABASE_URL takes connections. Throws ConfigError, in words and without
 * the password, when it still does not after half a minute, or at once when waiting would not help.
 */
export async function waitForDatabase(url: string, waitMs = WAIT_MS): Promise<void> {
  const deadline = performance.now() + waitMs;
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

/** What our statements need. */
const LEAST_VERSION = 15;

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  const version = rows[0]?.server_version ?? "";
  if (Number.parseInt(version, 10) < LEAST_VERSION)
    throw settingError("DATABASE_URL", `PostgreSQL ${version} is too old; ${LEAST_VERSION} or newer is needed`);
}

/** Then it is not the database that goes away. */
const MOST_TRIES = 20;

/**
 * Does what needs the database as a process starts, such as making its tables, and again when the database goes away in the middle:
 * it may be starting itself, or be killed in this very moment. Throws as `waitForDatabase` does, and what `work` throws.
 */
export async function withDatabaseRetry<T>(url: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    await waitForDatabase(url);
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || tries >= MOST_TRIES) throw error;
    }
  }
}

const withoutPassword = (url: string): string => url.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, "$1:…@");
