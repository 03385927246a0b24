import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../config/config.ts";
import { freePort } from "../testing/free-port.ts";
import { runWorker } from "./run-worker.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { Readiness } from "../operations/status/readiness.ts";
import { type TestDatabase, createEmptyDatabase, createTestDatabase } from "../testing/test-database.ts";
import { serveProbes } from "./worker-probes.ts";

const host = "127.0.0.1";
const store = { check: async (): Promise<void> => undefined };

async function open(making: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await making;
  onTestFinished(() => database.close());
  return database;
}

async function probe(readiness: Readiness) {
  const metricsPort = await freePort();
  const end = await serveProbes({ host, metricsPort, tls: null }, readiness);
  onTestFinished(end);
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://${host}:${metricsPort}${path}`, init);
    return `${answer.status} ${(await answer.text()).trim()}`;
  };
}

it("a worker answers only health probes", async () => {
  const { pool } = await open(createTestDatabase());
  const readiness = new Readiness({ pool, blobs: store });
  const ask = await probe(readiness);
  expect(await ask("/healthz")).toBe("200 ok");
  expect(await ask("/readyz?verbose")).toBe("200 ready");
  expect(await ask("/trpc/user.login", { method: "POST", body: "{}" })).toBe("404 There is nothing here.");
  readiness.stop();
  expect(await ask("/readyz")).toBe("503 This process is stopping.");
  expect(await ask("/healthz")).toBe("200 ok");
});

it("a process is not ready before its database is migrated and its store is reachable", async () => {
  const empty = await open(createEmptyDatabase());
  expect(await new Readiness({ pool: empty.pool, blobs: store }).whyNotReady()).toBe("migrations");
  const { pool } = await open(createTestDatabase());
  // A database of an older version, and one of a newer version.
  const mark = `update drizzle.__drizzle_migrations set created_at = created_at `;
  await pool.query(`${mark} - 1`);
  expect(await new Readiness({ pool, blobs: store }).whyNotReady()).toBe("migrations");
  await pool.query(`${mark} + 2`);
  expect(await new Readiness({ pool, blobs: store }).whyNotReady()).toBeNull();
  let isAway = true;
  const check = (): Promise<void> => (isAway ? Promise.reject(new Error("away")) : Promise.resolve());
  const readiness = new Readiness({ pool, blobs: { check } });
  expect(await readiness.whyNotReady()).toBe("storage");
  isAway = false;
  expect(await readiness.whyNotReady()).toBeNull();
  // An outage that affects every process does not count.
  isAway = true;
  expect(await readiness.whyNotReady()).toBeNull();
});

it("a worker whose port is taken ends with a message and leaves no process running", async () => {
  const { url } = await open(createTestDatabase());
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  const other = createServer().listen(0, host);
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo; // it listens on a port
  const given = { DATABASE_URL: url.replace("@/", "@localhost/"), DATA_DIR: folder.path, HOST: host };
  const config = readConfig({ ...given, METRICS_PORT: String(port), LOG_LEVEL: "silent", FAKE_MODEL: "true" });
  await expect(runWorker({ ...config, databaseUrl: url })).rejects.toThrow(
    `This setting cannot be used: METRICS_PORT: port ${port} of 127.0.0.1 cannot be listened on (EADDRINUSE)`,
  );
});
