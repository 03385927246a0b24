import { access, constants } from "node:fs/promises";
import { makeFolder } from "../lib/make-folder.ts";
import { settingError } from "./config-error.ts";

/** The rest of a message, by the codes of the operating system. */
const REASONS: Readonly<Record<string, string>> = {
  EEXIST: "is a file, or lies below one",
  ENOTDIR: "is a file, or lies below one",
  ENOENT: "cannot be created",
};

/** Creates the folder of DATA_DIR if it is missing. Throws ConfigError when it is not writable. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const why = REASONS[code] ?? `cannot be written by this user (${code})`;
    throw settingError("DATA_DIR", `${dataDir} ${why}: name a folder`, error);
  }
}
