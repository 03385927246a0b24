import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { ConfigError } from "../config.ts";
import { isDatabaseAway } from "../errors.ts";

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
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() >= deadline) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ConfigError(
          `The database at ${withoutPassword(url)} cannot be used: ${reason}\nCheck DATABASE_URL and that PostgreSQL runs there.`,
          { cause: error },
        );
      }
      await delay(POLL_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const withoutPassword = (url: string): string => url.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, "$1:…@");
