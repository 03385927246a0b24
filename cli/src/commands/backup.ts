import type { Command } from "commander";
import { type CommandContext, helpText, parseName } from "../context.ts";
import { startProgress } from "../progress.ts";
import { reportOperatorErrors } from "../terminal.ts";

/** `precount backup FOLDER`: exit status 0 when everything is saved, 1 when a file was missing or nothing was saved. */
export function addBackupCommand(program: Command, context: CommandContext): void {
  program
    .command("backup")
    .description("save the database and all files into a folder")
    .argument("<folder>", "where to save", parseName)
    .addHelpText(
      "after",
      helpText(true, [
        "Works with or without a running server. The database is saved as of one moment. Files that an earlier backup",
        "saved in the folder are not copied again. If a photo or document is missing or damaged, everything else is saved",
        "and the exit status is 1. The folder contains sign-in secrets: protect it like the server itself.",
      ]),
    )
    .action(async (folder: string) => {
      context.exitStatus = await backUpInto(folder, context);
    });
}

async function backUpInto(folder: string, { terminal, environment }: CommandContext): Promise<number> {
  const { createBackup, readConfig } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const progress = startProgress(terminal, "files");
    const saving = createBackup(readConfig(environment), folder, progress.update);
    const { path, manifest, copied, missing, damaged } = await saving.finally(progress.stop);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    terminal.stdout(`Saved ${rows} rows and ${manifest.blobs.count} files (${copied} of them new) in ${path}\n`);
    for (const sha256 of missing) terminal.stderr(`Not saved, because it is missing in the store: ${sha256}\n`);
    for (const sha256 of damaged) terminal.stderr(`Not saved, because it is damaged in the store: ${sha256}\n`);
    const isComplete = missing.length + damaged.length === 0;
    if (!isComplete) terminal.stderr("Run 'precount doctor --deep' to see which photos and documents these are.\n");
    return isComplete ? 0 : 1;
  });
}
