import type { Command } from "commander";
import { type CommandContext, helpText, parseName } from "../context.ts";

/** `precount export-models FOLDER`: exit status 0 when all networks are there, 1 when one could not be written. */
export function addExportModelsCommand(program: Command, context: CommandContext): void {
  program
    .command("export-models")
    .description("write the networks for a model server (Triton)")
    .argument("<folder>", "the model repository", parseName)
    .addHelpText(
      "after",
      helpText(false, [
        "Writes the networks of the built-in models as a model repository, for workers whose KSERVE_URL names such a",
        "server. Existing entries stay, so one model server can serve several versions of Precount. Run it after an",
        "update, before the workers are updated.",
      ]),
    )
    .action(async (folder: string) => {
      context.exitStatus = await exportModels(folder, context);
    });
}

async function exportModels(folder: string, { terminal }: CommandContext): Promise<number> {
  const { ModelFilesError, writeModelRepository } = await import("@precount/vision");
  const { makeFolder } = await import("@precount/server");
  try {
    await makeFolder(folder);
    for (const { name, isNew } of await writeModelRepository(folder)) {
      terminal.stdout(`${isNew ? "Written" : "Already there"}: ${name}\n`);
    }
    return 0;
  } catch (error) {
    const isSystemError = error instanceof Error && "code" in error;
    if (!isSystemError && !(error instanceof ModelFilesError)) throw error;
    terminal.stderr(`The models cannot be written to ${folder}: ${error.message}\n`);
    return 1;
  }
}
