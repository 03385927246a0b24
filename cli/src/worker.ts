import process from "node:process";
import { OperatorError, readConfig, runWorker } from "@precount/server";
import { stopAsked } from "./stop-asked.ts";
import { TERMINAL, inWords } from "./terminal.ts";

const HELP = `precount worker

Takes photos from the queue of a server elsewhere and looks at them. Needs DATABASE_URL, and DATA_DIR where
the server's photos lie. Settings are environment variables, see docs/operations.md.
`;

/** `precount worker`: runs until SIGINT or SIGTERM; what is in hand then goes back to the queue. */
export async function workerCommand(args: string[], io = TERMINAL, environment = process.env): Promise<number> {
  if (args.length > 0) {
    const asked = args.includes("--help") || args.includes("-h");
    io[asked ? "stdout" : "stderr"](asked ? HELP : `There is no option ${args[0]}.\n\n${HELP}`);
    return asked ? 0 : 2;
  }
  return inWords(io, async () => {
    const config = readConfig(environment);
    if (config.databaseUrl === null)
      throw new OperatorError("A worker needs DATABASE_URL: the database of its server.");
    const asked = stopAsked();
    const worker = await runWorker(config);
    io.stdout("The worker is ready.\n");
    await asked;
    await worker.stop();
    return 0;
  });
}
