import process from "node:process";
import { parseArgs } from "node:util";
import { backUp, readConfig } from "@precount/server";
import { TERMINAL, inWords, oneFolder, readWords } from "./terminal.ts";

const HELP = `precount backup FOLDER

Saves the database and all photos and documents into FOLDER, beside a running server or without one. All of the database is of one
moment. Files that are in FOLDER from an earlier backup are not copied again. Ends with status 1 when a photo or document was
missing or damaged; everything else is saved then too.

FOLDER holds what signs people in: keep it as safe as the server. Settings are environment variables, see docs/operations.md.
`;

/** `precount backup`: 0 when all is saved, 1 when something is missing or nothing could be saved, 2 for what is no such command. */
export async function backupCommand(args: string[], io = TERMINAL, environment = process.env): Promise<number> {
  const options = readWords(io, HELP, () => {
    const words = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: "boolean", short: "h", default: false } },
    });
    return { ...words.values, folder: oneFolder(words, "save into") };
  });
  if (typeof options === "number") return options;
  return inWords(io, async () => {
    const { path, manifest, copied, missing, damaged } = await backUp(readConfig(environment), options.folder);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    io.stdout(`Saved ${rows} rows and ${manifest.blobs.count} files (${copied} of them new) in ${path}\n`);
    for (const sha256 of missing) io.stderr(`Missing in the store, so not saved: ${sha256}\n`);
    for (const sha256 of damaged) io.stderr(`Damaged in the store, so not saved: ${sha256}\n`);
    if (missing.length + damaged.length > 0) io.stderr("'precount doctor' says whose they are.\n");
    return missing.length + damaged.length > 0 ? 1 : 0;
  });
}
