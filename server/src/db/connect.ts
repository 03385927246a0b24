import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "pg";
import { type NodePgDatabase, drizzle } from "./drizzle.ts";
import { GuardedClient } from "./client.ts";
import { type WatchdogTimes, startDatabaseWatchdog } from "./watchdog.ts";

export type Database = NodePgDatabase;
/** Inside `db.transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** For functions that work both inside and outside a transaction. */
export type Queryable = Database | Transaction;

export type Connection = { db: Database; pool: Pool; url: string; close(): Promise<void> };

export type ConnectOptions = {
  /** Maximum number of connections. */
  max?: number;
  /** Called for each statement; tests count statements with it. */
  onStatement?: ((sql: string) => void) | undefined;
  /** Called when an idle connection breaks. The next query opens a new one, so logging is enough. */
  onIdleError?: ((error: Error) => void) | undefined;
  /** For long-running processes: closes all connections when the database stops answering, so that waiting queries fail. */
  watchdog?: boolean | WatchdogTimes;
};

/** A frozen database does not close its connections. */
const CLOSE_TIMEOUT_MS = 1000;

/** Connects lazily, on the first query. `url` may name the folder of a Unix socket: postgresql://user@/db?host=/run/x. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    Client: GuardedClient,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    connectionString: url,
    max: options.max ?? 10,
    // A request waits this long for a restarting database before it fails with 503.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: "precount",
  });
  pool.on("error", (error) => options.onIdleError?.(error));
  const { onStatement, watchdog = false } = options;
  const settings = {
    casing: "snake_case",
    ...(onStatement && { logger: { logQuery: (query: string) => onStatement(query) } }),
  } as const;
  const db = drizzle({ client: pool, ...settings });
  // drizzle 0.45 never releases a connection whose `begin` fails: ten such failures would use up the pool, and `close` would never end.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client, ...settings }).transaction(work, config);
    } finally {
      client.release();
    }
  };
  const unwatch =
    watchdog === false
      ? null
      : startDatabaseWatchdog(url, () => sockets.forEach(destroySocket), watchdog === true ? {} : watchdog);
  return {
    db,
    pool,
    url,
    close: async () => {
      await unwatch?.();
      const closed = Array.from(sockets, (socket) => new Promise((resolve) => socket.once("close", resolve)));
      await pool.end();
      // The pool does not wait for its sockets. A database that stops before they have closed would report a broken connection.
      await Promise.race([Promise.all(closed), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Uses the driver's message for a lost connection, which `isDatabaseUnavailable` recognizes. */
const destroySocket = (socket: Socket): unknown => socket.destroy(new Error("Connection terminated: no answer"));
