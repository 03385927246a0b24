/** The worker's own process, started by serve beside the API. */
import { readConfig } from "../config/config.ts";
import { createLogger } from "../telemetry/logger.ts";
import { runWorker } from "./run-worker.ts";
import { FIGURES_ASKED } from "./worker-supervisor.ts";

/** Then what it has in hand is taken up by the next one. */
const STOP_WITHIN_MS = 15_000;

// Heard from the beginning: a parent that is killed while this starts would never be missed. Until it works nothing is in hand.
let stop = (): void => process.exit(0);
process.on("SIGTERM", () => stop());
process.on("SIGINT", () => stop());
// The parent is gone, so nobody would ever stop it.
process.on("disconnect", () => stop());
if (!process.connected) stop();

const config = readConfig();
const worker = await runWorker(config);

// The parent tells the figures of both.
process.on("message", (message) => {
  if (message !== FIGURES_ASKED) return;
  worker.figures().then(
    (figures) => process.send?.({ figures }),
    () => process.send?.({ figures: [] }),
  );
});

let stopping: Promise<void> | undefined;
stop = (): void => {
  // Without its database it may not come to an end.
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  stopping ??= worker.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      createLogger(config).error({ err: error }, "the worker did not stop cleanly");
      process.exit(1);
    },
  );
};
