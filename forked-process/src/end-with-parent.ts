import { Worker } from "node:worker_threads";

/**
 * Kills this process soon after its parent has gone, even while its main thread is busy. An uploaded file may keep a
 * decoder busy forever, and a killed parent can no longer end its child. A worker thread checks once a second.
 */
export function endWithParent(): void {
  const watch = new Worker(WATCH_PARENT, {
    eval: true,
    workerData: process.ppid,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  watch.unref();
}

/** The system gives an orphan another parent, so a changed parent id means that the parent has gone. */
const WATCH_PARENT = `
  const { workerData: parent } = require("node:worker_threads");
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, "SIGKILL"); }, 1000);
`;
