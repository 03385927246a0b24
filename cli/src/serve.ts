import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Serving, readConfig, serve } from "@precount/server";
import { stopAsked } from "./stop-asked.ts";
import { type Io, TERMINAL, inWords, readWords } from "./terminal.ts";

const HELP = `precount serve [--port N] [--no-worker] [--demo]

Starts everything: the database (its own, unless DATABASE_URL names one), the API, the web app and a worker.

  --port N      instead of the variable PORT; 0 takes any free one
  --no-worker   leave the queue to 'precount worker' elsewhere
  --demo        with an empty database: an event with sample photos

Settings are environment variables, see docs/operations.md.
`;

/** The photos that come with Precount. */
const SAMPLES_DIR = join(import.meta.dirname, "../../samples");

/** `precount serve`: prints where it is to be found, and ends cleanly on SIGINT and SIGTERM. */
export async function serveCommand(args: string[], io = TERMINAL, environment = process.env): Promise<number> {
  const options = readWords(
    io,
    HELP,
    () =>
      parseArgs({
        args: args.filter((arg) => arg !== ""),
        options: {
          port: { type: "string" },
          "no-worker": { type: "boolean", default: false },
          demo: { type: "boolean", default: false },
          help: { type: "boolean", short: "h", default: false },
        },
      }).values,
  );
  if (typeof options === "number") return options;
  return inWords(io, async () => {
    const config = readConfig({ ...environment, ...(options.port !== undefined && { PORT: options.port }) });
    // From here on, or a signal in the first moments would end us without closing the database.
    const asked = stopAsked();
    const serving = await serve(config, {
      worker: !options["no-worker"],
      ...(options.demo && { demoPhotosDir: SAMPLES_DIR }),
    });
    announce(serving, io);
    await asked;
    await serving.close();
    return 0;
  });
}

function announce({ address, newAdmin }: Serving, io: Io): void {
  const lines = [`Precount is ready at ${address}`];
  if (newAdmin?.password) {
    lines.push(`Sign in as ${newAdmin.email} with ${newAdmin.password} – written down nowhere else, so keep it.`);
  } else if (newAdmin) {
    lines.push(`Sign in as ${newAdmin.email} with the password from ADMIN_PASSWORD.`);
    if (newAdmin.isCommon)
      lines.push("That password is one of those that are tried first: change it after signing in.");
  }
  io.stdout(`${lines.join("\n")}\n`);
}
