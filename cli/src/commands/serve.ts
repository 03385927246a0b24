import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import type { Serving } from "@precount/server";
import { type Command, Option } from "commander";
import { type CommandContext, helpText } from "../context.ts";
import { stopSignal } from "../stop-signal.ts";
import { type Terminal, reportOperatorErrors } from "../terminal.ts";

type ServeOptions = { port?: string; worker: boolean; demo?: boolean; build?: boolean };

const ROOT = join(import.meta.dirname, "../../..");
const SAMPLES_DIR = join(ROOT, "samples");

/** `precount serve`: prints its address and runs until SIGINT or SIGTERM. */
export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command("serve")
    .description("start everything: database, API, web app and a worker")
    .addOption(new Option("--port <number>", "overrides the setting PORT; 0 takes any free port"))
    .option("--no-worker", "start no worker; run 'precount worker' elsewhere")
    .option("--demo", "create an event with sample photos if the database is empty")
    // For the scripts of a clone.
    .addOption(new Option("--build", "build the web app first if it has changed").hideHelp())
    .addHelpText("after", helpText(true, ["The database is an embedded PostgreSQL, unless DATABASE_URL names one."]))
    .action(async (options: ServeOptions) => {
      context.exitStatus = await serveUntilStopped(options, context);
    });
}

async function serveUntilStopped(options: ServeOptions, { terminal, environment }: CommandContext): Promise<number> {
  const { readConfig, serve } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const config = readConfig({ ...environment, ...(options.port !== undefined && { PORT: options.port }) });
    if (options.build) await buildWebApp();
    // Before serve(): a signal during the start must still close the database.
    const stopped = stopSignal();
    const serving = await serve(config, {
      worker: options.worker,
      ...(options.demo && { demoPhotosDir: SAMPLES_DIR }),
    });
    announce(serving, terminal);
    await stopped;
    await serving.close();
    return 0;
  });
}

/** Builds the web app of a clone. The arguments and settings have been checked, because a build takes half a minute. */
async function buildWebApp(): Promise<void> {
  // script/server sets NODE_ENV=development for the server. The web app is always built for production.
  const { NODE_ENV: _, ...env } = process.env;
  const { status } = spawnSync(join(ROOT, "script/setup"), { env, stdio: ["ignore", 2, 2] });
  if (status === 0) return;
  const { OperatorError } = await import("@precount/server");
  throw new OperatorError("The web app cannot be built. The lines above say why.");
}

function announce({ address, newAdmin }: Serving, terminal: Terminal): void {
  const lines = [`Precount is ready at ${address}`];
  if (newAdmin?.password) {
    lines.push(`Sign in as ${newAdmin.email} with ${newAdmin.password} – this password is shown only once. Keep it.`);
    if (newAdmin.passwordExpiresAt) {
      const day = newAdmin.passwordExpiresAt.toISOString().slice(0, "YYYY-MM-DD".length);
      lines.push(`It expires on ${day}. Replace it before then in the web app, in Your account.`);
    }
  } else if (newAdmin) {
    lines.push(`Sign in as ${newAdmin.email} with the password from ADMIN_PASSWORD.`);
    if (newAdmin.isCommon) lines.push("This password is on the list of most common passwords. Change it soon.");
  }
  terminal.stdout(`${lines.join("\n")}\n`);
}
