import { Worker } from "node:worker_threads";

/**
 * Ends this process soon after its parent has gone, also while it computes and hears of nothing: what strangers send may keep
 * it busy for ever, and a parent that is killed cannot end it any more. A thread looks once a second.
 */
export function endWithParent(): void {
  const watch = new Worker(WATCH, {
    eval: true,
    workerData: process.ppid,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  watch.unref();
}

/** An orphan's parent is another one, whoever takes orphans in. */
const WATCH = `
  const { workerData: parent } = require("node:worker_threads");
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, "SIGKILL"); }, 1000);
`;
