import { parseArgs } from "node:util";
import { ManifestError, writeModelRepository } from "@precount/vision";
import { TERMINAL, oneFolder, readWords } from "./terminal.ts";

const HELP = `precount export-models FOLDER

Writes the networks of our own models into FOLDER as Triton Inference Server loads them, for workers whose KSERVE_URL names such a
server. What is in FOLDER stays: the networks of several versions of Precount may be served side by side. Run it again after an
update, before the workers are updated.
`;

/** `precount export-models`: 0 when all are there, 1 when they could not be written, 2 for what is no such command. */
export async function exportModelsCommand(args: string[], io = TERMINAL): Promise<number> {
  const options = readWords(io, HELP, () => {
    const words = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h", default: false } },
    });
    return { ...words.values, folder: oneFolder(words, "write into") };
  });
  if (typeof options === "number") return options;
  try {
    for (const { name, isNew } of await writeModelRepository(options.folder)) {
      io.stdout(`${isNew ? "Written" : "There already"}: ${name}\n`);
    }
    return 0;
  } catch (error) {
    const isOfSystem = error instanceof Error && "code" in error;
    if (!isOfSystem && !(error instanceof ManifestError)) throw error;
    io.stderr(`The models cannot be written to ${options.folder}: ${error.message}\n`);
    return 1;
  }
}
