import tab from "@bomb.sh/tab/commander";
import { Command, CommanderError } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { addAuditCommand } from "./commands/audit.ts";
import { addBackupCommand } from "./commands/backup.ts";
import { addDetectCommand } from "./commands/detect.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addExportCommand } from "./commands/export.ts";
import { addExportModelsCommand } from "./commands/export-models.ts";
import { addItemsCommand } from "./commands/items.ts";
import { addKeysCommand } from "./commands/keys.ts";
import { addMigrateCommand } from "./commands/migrate.ts";
import { addRestoreCommand } from "./commands/restore.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addUserCommand } from "./commands/user.ts";
import { addVerifyCommand } from "./commands/verify.ts";
import { addWorkerCommand } from "./commands/worker.ts";
import { type CommandContext, USAGE_ERROR } from "./context.ts";
import type { Terminal } from "./terminal.ts";

const ADD_COMMANDS = [
  addServeCommand,
  addWorkerCommand,
  addDetectCommand,
  addMigrateCommand,
  addBackupCommand,
  addRestoreCommand,
  addDoctorCommand,
  addAuditCommand,
  addItemsCommand,
  addUserCommand,
  addKeysCommand,
  addExportCommand,
  addVerifyCommand,
  addExportModelsCommand,
];

/**
 * Runs `precount COMMAND …`.
 * @param argv the arguments after `precount`
 * @returns the exit status: 0 done, 1 failed, 2 wrong arguments
 */
export async function runProgram(
  argv: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const context: CommandContext = { terminal, environment, exitStatus: 0 };
  const program = buildProgram(context);
  if (argv.length === 0) {
    program.outputHelp();
    return 0;
  }
  try {
    await program.parseAsync(withHelpOption(program, argv), { from: "user" });
    return context.exitStatus;
  } catch (error) {
    // Commander has printed its message already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    throw error;
  }
}

/**
 * `help items import` as `items import --help`, because Commander's command `help` knows only one level. From an unknown command on, the
 * arguments are left out, and Commander reports it.
 */
function withHelpOption(program: Command, argv: readonly string[]): readonly string[] {
  const [first, ...names] = argv;
  if (first !== "help" || names.length === 0) return argv;
  const known: string[] = [];
  let command = program;
  for (const name of names) {
    const next = command.commands.find((subcommand) => subcommand.name() === name);
    const isOption = name.startsWith("-");
    if (!next && command.commands.length > 0 && !isOption) return [...known, name];
    if (!next) break;
    known.push(name);
    command = next;
  }
  return [...known, "--help"];
}

function buildProgram(context: CommandContext): Command {
  const { terminal } = context;
  const program = new Command("precount")
    .description("Counts a shop's stock from photos of its shelves.")
    .version(packageJson.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command...]", "print help for a command")
    .exitOverride()
    .showHelpAfterError("Run 'precount help' to list the commands, 'precount help COMMAND' for its options.")
    .configureOutput({
      writeOut: (text) => terminal.stdout(text),
      writeErr: (text) => terminal.stderr(text),
    });
  for (const addCommand of ADD_COMMANDS) addCommand(program, context);
  tab(program, { completionCommandName: "completion" });
  const completion = program.commands.find((command) => command.name() === "completion");
  completion?.description("print a completion script for bash, zsh, fish or powershell");
  return program;
}
