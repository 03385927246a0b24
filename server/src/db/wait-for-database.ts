import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "./client.ts";
import type { Client } from "pg";
import { ConfigError } from "../config/config-error.ts";
import { settingError } from "../config/config-error.ts";
import { isDatabaseUnavailable } from "../errors/transient-error.ts";

/** Docker Compose starts all services at once, and the database needs some time. */
const WAIT_MS = 30_000;
const POLL_MS = 500;

/**
 * Resolves when the database of DATABASE_URL accepts connections. Throws ConfigError without the password after half a minute, or
 * at once if waiting would not help.
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
export async function withDatabaseRetry<T>(url: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await waitForDatabase(url);
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

const withoutPassword = (url: string): string => url.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, "$1:…@");
