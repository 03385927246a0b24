import process from "node:process";
import { OperatorError, readConfig, runWorker } from "@precount/server";
import { stopAsked } from "./stop-asked.ts";

const HELP = `precount worker

Takes photos from the queue of a server elsewhere and looks at them. Needs DATABASE_URL, and DATA_DIR where
the server's photos lie. Settings are environment variables, see docs/operations.md.
`;

/** `precount worker`: runs until SIGINT or SIGTERM; what is in hand then goes back to the queue. */
export async function workerCommand(args: string[]): Promise<number> {
  if (args.length > 0) {
    const asked = args.includes("--help") || args.includes("-h");
    process[asked ? "stdout" : "stderr"].write(asked ? HELP : `There is no option ${args[0]}.\n\n${HELP}`);
    return asked ? 0 : 2;
  }
  try {
    const config = readConfig();
    if (config.databaseUrl === null)
      throw new OperatorError("A worker needs DATABASE_URL: the database of its server.");
    const asked = stopAsked();
    const worker = await runWorker(config);
    process.stdout.write("The worker is ready.\n");
    await asked;
    await worker.stop();
    return 0;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
