import type { Command } from "commander";
import { type CommandContext, helpText } from "../context.ts";
import { stopSignal } from "../stop-signal.ts";
import { reportOperatorErrors } from "../terminal.ts";

/** `precount worker`: runs until SIGINT or SIGTERM. Unfinished jobs go back to the queue. */
export function addWorkerCommand(program: Command, context: CommandContext): void {
  program
    .command("worker")
    .description("run a worker for a server elsewhere")
    .addHelpText(
      "after",
      helpText(true, [
        "Takes jobs from the server's queue and runs them. Needs DATABASE_URL, and DATA_DIR with the server's photos",
        "or the settings of its S3 store.",
      ]),
    )
    .action(async () => {
      context.exitStatus = await workUntilStopped(context);
    });
}

async function workUntilStopped({ terminal, environment }: CommandContext): Promise<number> {
  const { OperatorError, readConfig, runWorker } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const config = readConfig(environment);
    if (config.databaseUrl === null) {
      throw new OperatorError("A worker needs DATABASE_URL: the database of its server.");
    }
    const stopped = stopSignal();
    const worker = await runWorker(config);
    terminal.stdout("The worker is ready.\n");
    await stopped;
    await worker.stop();
    return 0;
  });
}
