import { access, constants, mkdir } from "node:fs/promises";
import { settingError } from "./config-error.ts";

const NOT_A_FOLDER = /^(EEXIST|ENOTDIR)$/;

/** Creates the folder of DATA_DIR if it is missing. Throws ConfigError when it is not writable. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const why = NOT_A_FOLDER.test(code) ? "is a file, or lies below one" : `cannot be written by this user (${code})`;
    throw settingError("DATA_DIR", `${dataDir} ${why}: name a folder`, error);
  }
}
