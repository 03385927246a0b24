import { describeDifference, describeVerdict, isGenuine } from "@precount/domain";
import type { Command } from "commander";
import { type CommandContext, helpText, parseName } from "../context.ts";
import { reportOperatorErrors } from "../terminal.ts";

type Options = { key?: string; seal?: string[]; event?: string };

/** `precount verify`: exit status 0 when everything is unchanged, 1 when something differs or cannot be read. */
export function addVerifyCommand(program: Command, context: CommandContext): void {
  program
    .command("verify")
    .description("verify exported reports, or the stored reports of an event")
    .argument("[files...]", "exports of reports: .json, .xlsx or .csv")
    .option("--key <file>", "the installation's public keys, from 'precount keys public'")
    .option(
      "--seal <file>",
      "a report's seal file or JSON export, to compare .csv files with; may be repeated",
      (file: string, files: string[] | undefined) => [...(files ?? []), file],
    )
    .option(
      "--event <slug>",
      "verify an event's stored reports, and derive the newest one again from its photos' results",
      parseName,
    )
    .addHelpText(
      "after",
      helpText(true, [
        "Files are verified without a server and a database. A .json export contains its seal; a .xlsx export has it on",
        "the sheet Cover. A .csv export has no place for one: it is compared with the report's seal file or .json export,",
        "which is found beside it by the close code in its name, or given with --seal. With the .json export the rows that",
        "differ are listed. Without --key, only the key in the files is known: anyone can make a file with a key of their",
        "own. --event works with or without a running server and changes nothing.",
      ]),
    )
    .action(async (files: string[], options: Options) => {
      context.exitStatus = await verify(files, options, context);
    });
}

async function verify(
  exports: readonly string[],
  { key, seal = [], event }: Options,
  context: CommandContext,
): Promise<number> {
  const { terminal } = context;
  const files = [...exports, ...seal];
  if (files.length === 0 && event === undefined) {
    terminal.stderr("Name files to verify, or an event with --event SLUG.\n");
    return 2;
  }
  return reportOperatorErrors(terminal, async () => {
    const isFilesGenuine = files.length === 0 || (await verifyFiles(files, key, context));
    const isEventGenuine = event === undefined || (await verifyEvent(event, context));
    return isFilesGenuine && isEventGenuine ? 0 : 1;
  });
}

async function verifyFiles(
  files: readonly string[],
  key: string | undefined,
  { terminal }: CommandContext,
): Promise<boolean> {
  const { verifyOffline } = await import("@precount/server");
  const verified = await verifyOffline(files, key ?? null);
  for (const { path, verdict } of verified) {
    terminal.stdout(`${path}: ${describeVerdict(verdict, utc)}\n`);
    if (verdict.kind !== "changed") continue;
    if (verdict.differences === null)
      terminal.stdout("  With an unchanged .json export of the report, the rows that differ are listed.\n");
    else printDifferences(verdict.differences, verdict.count, terminal);
  }
  if (key === undefined) {
    terminal.stdout("The key was not checked: pass the installation's public keys with --key FILE.\n");
  }
  return verified.every(({ verdict }) => isGenuine(verdict));
}

const utc = (iso: string): string => `${iso.slice(0, 16).replace("T", " ")} UTC`;

function printDifferences(
  differences: readonly Parameters<typeof describeDifference>[0][],
  count: number,
  { stdout }: Pick<CommandContext["terminal"], "stdout">,
): void {
  for (const difference of differences) stdout(`  ${describeDifference(difference)}\n`);
  if (count > differences.length) stdout(`  and ${count - differences.length} more\n`);
}

async function verifyEvent(slug: string, { terminal, environment }: CommandContext): Promise<boolean> {
  const { readConfig, verifyInstallationEvent } = await import("@precount/server");
  const { versions, derived } = await verifyInstallationEvent(readConfig(environment), slug);
  for (const { version, closeCode, completedAt, key, problems } of versions) {
    const state = problems.length === 0 ? "unchanged" : "CHANGED";
    terminal.stdout(`Version ${version}, ${closeCode}, ${utc(completedAt)}, key ${key}: ${state}\n`);
    for (const problem of problems) terminal.stdout(`  ${problem}\n`);
  }
  if (derived === null) {
    terminal.stdout("The event was reopened, so its report cannot be derived again.\n");
  } else if (derived.count + derived.problems.length === 0) {
    terminal.stdout("The newest report, derived again from images, detections and patches, is the same.\n");
  } else {
    terminal.stdout(`The newest report, derived again, differs in ${derived.count} rows:\n`);
    for (const problem of derived.problems) terminal.stdout(`  ${problem}\n`);
    printDifferences(derived.differences, derived.count, terminal);
  }
  const isDerivedEqual = derived === null || derived.count + derived.problems.length === 0;
  return isDerivedEqual && versions.every(({ problems }) => problems.length === 0);
}
