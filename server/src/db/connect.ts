import { Socket } from "node:net";
import { Pool } from "pg";
import { type NodePgDatabase, drizzle } from "./drizzle.ts";
import { type WatchdogTimes, startDatabaseWatchdog } from "./watchdog.ts";

export type Database = NodePgDatabase;
/** Inside `db.transaction(async (tx) => …)`. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** For functions that do not care whether they run in a transaction. */
export type Queryable = Database | Transaction;

export type Connection = { db: Database; pool: Pool; url: string; close(): Promise<void> };

export type ConnectOptions = {
  /** Most connections at once. */
  max?: number;
  /** Hears of each statement; tests count with it. */
  onStatement?: ((sql: string) => void) | undefined;
  /** An idle connection that broke: the next query gets a new one, so it is only worth a line in the log. */
  onIdleError?: ((error: Error) => void) | undefined;
  /** For processes that run for long: when the database keeps silent, what waits for it fails, as if it had been killed. */
  watchdog?: boolean | WatchdogTimes;
};

/** Connects lazily: nothing is opened before the first query. `url` may name a unix socket's folder: postgresql://user@/db?host=/run/x. */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    connectionString: url,
    max: options.max ?? 10,
    // How long a request waits for a database that is starting again before it answers 503.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: "precount",
  });
  pool.on("error", (error) => options.onIdleError?.(error));
  // One that breaks between two statements of a transaction is nobody's while it waits: unheard, it would end the process. The
  // transaction's next statement fails by it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const { onStatement, watchdog = false } = options;
  const db = drizzle({
    client: pool,
    casing: "snake_case",
    ...(onStatement && { logger: { logQuery: (query: string) => onStatement(query) } }),
  });
  const unwatch =
    watchdog === false ? null : startDatabaseWatchdog(url, () => sockets.forEach(giveUp), watchdog === true ? {} : watchdog);
  return {
    db,
    pool,
    url,
    close: async () => {
      await unwatch?.();
      await pool.end();
    },
  };
}

/** In the driver's own words for a connection that is gone, by which `isDatabaseAway` knows it. */
const giveUp = (socket: Socket): unknown => socket.destroy(new Error("Connection terminated: no answer"));
