import { access, constants, mkdir } from "node:fs/promises";
import { settingError } from "./config.ts";

const IS_NO_FOLDER = /^(EEXIST|ENOTDIR)$/;

/** Makes the folder of DATA_DIR where it is missing. Throws ConfigError when nothing can be written there. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const why = IS_NO_FOLDER.test(code) ? "is a file, or lies below one" : `cannot be written by this user (${code})`;
    throw settingError("DATA_DIR", `${dataDir} ${why}: name a folder`, error);
  }
}
