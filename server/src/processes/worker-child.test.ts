import { once } from "node:events";
import { expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { forkWorker } from "./worker-supervisor.ts";

it("ends when its parent disconnects during the start", async () => {
  // The worker waits for a database that does not exist.
  const databaseUrl = "postgresql://precount@/precount?host=/nowhere";
  const worker = forkWorker({ ...readConfig({ LOG_LEVEL: "silent" }), databaseUrl });
  await once(worker, "spawn");
  worker.disconnect();
  const [code] = (await once(worker, "exit")) as [number | null];
  expect(code).toBe(0);
});
