import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startServer, treeMb } from "./lib/server.ts";

const SETTLE_MS = 20_000;

/** Time from `precount serve` on an existing data directory to the first page, and memory when idle. */
export async function start(): Promise<Record<string, unknown>> {
  const dataDir = await mkdtemp(join(tmpdir(), "precount-bench-"));
  try {
    const first = await startServer(dataDir);
    const firstReadyMs = first.readyMs;
    await first.stop();

    const startedAt = performance.now();
    const server = await startServer(dataDir);
    const page = await fetch(server.url);
    await page.text();
    const firstPageMs = performance.now() - startedAt;
    // By then the worker has started too, and startup memory has been released.
    await delay(SETTLE_MS);
    const idleMb = await treeMb(server.pid);
    await server.stop();

    process.stdout.write(
      `new data directory ready in ${firstReadyMs.toFixed(0)} ms; then first page in ${firstPageMs.toFixed(0)} ms; ` +
        `idle, everything together ${idleMb.toFixed(0)} MB\n`,
    );
    return { firstReadyMs, firstPageMs, idleMb };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
