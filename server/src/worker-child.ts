/** The worker's own process: started by `precount worker`, or by serve beside the API. */
import { readConfig } from "./config.ts";
import { tidyHeap } from "./lib/tidy-heap.ts";
import { createLogger } from "./logger.ts";
import { startWorker } from "./worker.ts";

const config = readConfig();
const log = createLogger(config);
if (config.databaseUrl === null) throw new Error("A worker needs DATABASE_URL.");
const { databaseUrl, dataDir, fakeModel } = config;
const worker = await startWorker({ databaseUrl, dataDir, fakeModel, log });
// Of what is idle most of the time, half would be what loading left behind.
tidyHeap();

let stopping: Promise<void> | undefined;
const stop = (): void => {
  stopping ??= worker.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      log.error({ err: error }, "the worker did not stop cleanly");
      process.exit(1);
    },
  );
};
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
// The parent is gone, so nobody would ever stop it.
process.on("disconnect", stop);
