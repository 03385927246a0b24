import process from "node:process";
import { parseArgs } from "node:util";
import { readConfig, restore } from "@precount/server";
import { TERMINAL, inWords, oneFolder, readWords } from "./terminal.ts";

const HELP = `precount restore FOLDER [--snapshot NAME]

Brings back what 'precount backup' saved in FOLDER, into an empty DATA_DIR, or the empty database of DATABASE_URL. One that was
interrupted is run again; until it is finished no server starts there.

  --snapshot NAME   one of FOLDER/snapshots instead of the newest

Settings are environment variables, see docs/operations.md.
`;

/** `precount restore`: 0 when all is back, 1 when files were missing or nothing could be restored, 2 for what is no such command. */
export async function restoreCommand(args: string[], io = TERMINAL, environment = process.env): Promise<number> {
  const options = readWords(io, HELP, () => {
    const words = parseArgs({
      args,
      allowPositionals: true,
      options: { snapshot: { type: "string" }, help: { type: "boolean", short: "h", default: false } },
    });
    return { ...words.values, folder: oneFolder(words, "restore from") };
  });
  if (typeof options === "number") return options;
  return inWords(io, async () => {
    const config = readConfig(environment);
    const { manifest, missing, damaged } = await restore(config, options.folder, options.snapshot);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    io.stdout(`Restored ${rows} rows and ${manifest.blobs.count} files as of ${manifest.createdAt}.\n`);
    const lost = [...missing, ...damaged];
    if (lost.length > 0) io.stderr(`${lost.length} files were not in the backup: 'precount doctor' says whose.\n`);
    return lost.length > 0 ? 1 : 0;
  });
}
