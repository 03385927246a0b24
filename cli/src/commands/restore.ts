import type { Command } from "commander";
import { type CommandContext, helpText, parseName } from "../context.ts";
import { startProgress } from "../progress.ts";
import { reportOperatorErrors } from "../terminal.ts";

/** `precount restore FOLDER`: exit status 0 when everything is back, 1 when files were missing or nothing was restored. */
export function addRestoreCommand(program: Command, context: CommandContext): void {
  program
    .command("restore")
    .description("restore a backup into an empty installation")
    .argument("<folder>", "what 'precount backup' saved", parseName)
    .option("--snapshot <name>", "one of FOLDER/snapshots instead of the newest")
    .addHelpText(
      "after",
      helpText(true, [
        "Restores what 'precount backup' saved into an empty DATA_DIR, or the empty database of DATABASE_URL. If it is",
        "interrupted, run it again before you start a server.",
      ]),
    )
    .action(async (folder: string, options: { snapshot?: string }) => {
      context.exitStatus = await restoreFrom(folder, options.snapshot, context);
    });
}

async function restoreFrom(
  folder: string,
  snapshot: string | undefined,
  { terminal, environment }: CommandContext,
): Promise<number> {
  const { readConfig, restore } = await import("@precount/server");
  return reportOperatorErrors(terminal, async () => {
    const progress = startProgress(terminal, "files");
    const restoring = restore(readConfig(environment), folder, snapshot, progress.update);
    const { manifest, missing, damaged } = await restoring.finally(progress.stop);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    terminal.stdout(`Restored ${rows} rows and ${manifest.blobs.count} files as of ${manifest.createdAt}.\n`);
    const lostCount = missing.length + damaged.length;
    if (lostCount > 0) {
      const lost = lostCount === 1 ? "1 file was" : `${lostCount} files were`;
      terminal.stderr(`${lost} missing or damaged in the backup. Run 'precount doctor' to see which.\n`);
    }
    return lostCount > 0 ? 1 : 0;
  });
}
