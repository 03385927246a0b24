import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

it("a worker whose parent goes while it still starts ends too", async () => {
  // Its database never comes, so that it waits.
  const env = { ...process.env, DATABASE_URL: "postgresql://precount@/precount?host=/nowhere", LOG_LEVEL: "silent" };
  const worker = fork(join(import.meta.dirname, "worker-child.ts"), { env, stdio: "ignore" });
  await once(worker, "spawn");
  worker.disconnect();
  const [code] = (await once(worker, "exit")) as [number | null];
  expect(code).toBe(0);
});
