import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, startEmbeddedPostgres } from "@precount/server";
import { type BenchServer, type Client, signIn, startServer } from "./server.ts";

type Connection = ReturnType<typeof connect>;

/** The real server on its own database, which a benchmark may read and write. */
export type Stack = {
  url: string;
  /** Process id of the API. */
  pid: number;
  dataDir: string;
  /** Connection string for further processes, such as workers. */
  databaseUrl: string;
  db: Connection["db"];
  pool: Connection["pool"];
  /** Session of the admin. */
  client: Client;
};

/**
 * Starts everything except the worker, which would disturb the measurement, runs `act`, and always stops everything.
 */
export async function withStack<T>(act: (stack: Stack) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "precount-bench-"));
  const ending: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const database = await startEmbeddedPostgres({ dataDir: join(folder, "database") });
    ending.push(() => database.stop());
    const dataDir = join(folder, "data");
    const server = await serverOn(dataDir, database.url);
    ending.push(() => server.stop());
    const connection = connect(database.url, { max: 4 });
    ending.push(() => connection.close());
    const { db, pool, url: databaseUrl } = connection;
    const { url, pid } = server;
    return await act({ url, pid, dataDir, databaseUrl, db, pool, client: await signIn(url) });
  } finally {
    for (const end of ending.toReversed()) await end();
  }
}

const serverOn = (dataDir: string, databaseUrl: string): Promise<BenchServer> =>
  startServer(dataDir, ["--no-worker"], { DATABASE_URL: databaseUrl, LOG_LEVEL: "warn" });
