import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../config/config.ts";
import { forkWorker } from "./worker-supervisor.ts";

const forkWorkerOn = (databaseUrl: string) => forkWorker({ ...readConfig({ LOG_LEVEL: "silent" }), databaseUrl });

it("stops when its parent says so, not by a signal to the whole process group", async () => {
  // A database that accepts connections and never answers.
  const database = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void database.close());
  await once(database, "listening");
  const { port } = database.address() as AddressInfo; // it listens on a port
  const worker = forkWorkerOn(`postgresql://precount@127.0.0.1:${port}/precount`);
  await once(database, "connection");
  worker.kill("SIGTERM");
  worker.kill("SIGINT");
  await delay(100);
  expect([worker.exitCode, worker.signalCode]).toEqual([null, null]);
  worker.send({ type: "stop" });
  expect(await once(worker, "exit")).toEqual([0, null]);
});

it("ends when its parent disconnects during the start", async () => {
  // The worker waits for a database that does not exist.
  const worker = forkWorkerOn("postgresql://precount@/precount?host=/nowhere");
  await once(worker, "spawn");
  worker.disconnect();
  const [code] = (await once(worker, "exit")) as [number | null];
  expect(code).toBe(0);
});
