/** The worker process that `serve` starts beside the API (worker-supervisor.ts). */
import { createLogger } from "../telemetry/logger.ts";
import { runWorker } from "./run-worker.ts";
import type { WorkerConfig, WorkerMessage } from "./worker-supervisor.ts";

/** The process exits after this time; the next worker takes over its jobs. */
const STOP_TIMEOUT_MS = 15_000;

// Registered before anything else: a parent that dies during the start would go unnoticed later. No job runs yet.
let stop = (): void => process.exit(0);
// A signal to the whole process group reaches this process too, but its parent decides when it stops: after the last requests.
process.on("SIGTERM", () => undefined);
process.on("SIGINT", () => undefined);
process.on("message", ({ type }: WorkerMessage) => {
  if (type === "stop") stop();
});
// Without its parent nothing would stop this process.
process.on("disconnect", () => stop());
if (!process.connected) stop();

const config = await receiveConfig();
const worker = await runWorker(config);

// The API process serves the metrics of both.
process.on("message", (message: WorkerMessage) => {
  if (message.type !== "metrics") return;
  worker.metrics().then(
    (metrics) => process.send?.({ metrics }),
    () => process.send?.({ metrics: [] }),
  );
});

let stopping: Promise<void> | undefined;
stop = (): void => {
  // Without its database the worker may not be able to stop.
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  stopping ??= worker.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      createLogger(config).error({ err: error }, "the worker did not stop cleanly");
      process.exit(1);
    },
  );
};

/** The parent has validated it. */
function receiveConfig(): Promise<WorkerConfig> {
  return new Promise((resolve) => {
    const onMessage = (message: WorkerMessage): void => {
      // A request for metrics may come during the start.
      if (message.type !== "config") return;
      process.off("message", onMessage);
      resolve(message.config);
    };
    process.on("message", onMessage);
  });
}
