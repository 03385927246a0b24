import { access, constants, readdir } from "node:fs/promises";
import { codeOf } from "../lib/code-of.ts";
import { makeFolder } from "../lib/make-folder.ts";
import { OperatorError } from "../errors/operator-error.ts";
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
    const code = String(codeOf(error) ?? error);
    const why = REASONS[code] ?? `cannot be written by this user (${code})`;
    throw settingError("DATA_DIR", `${dataDir} ${why}: name a folder`, error);
  }
}

/** Names that Precount creates in DATA_DIR. `lost+found` is in every new file system. */
const OWN_NAMES = new Set([
  "blobs",
  "copies",
  "derived",
  "incoming",
  "installation",
  "learning",
  "lost+found",
  "models",
  "postgres",
  "postgres.new",
  "precount.lock",
  "precount.pid",
  "run",
]);

/** Throws OperatorError if the folder contains other files than Precount's, such as a home folder or a backup. */
export async function requireNoOtherFiles(dataDir: string): Promise<void> {
  // A folder that does not exist is empty. Other errors are reported when it is used.
  const names = await readdir(dataDir).catch((): string[] => []);
  const other = names.find((name) => !OWN_NAMES.has(name));
  if (other === undefined || names.includes("precount.lock")) return;
  throw new OperatorError(`There are other files in ${dataDir}, such as ${other}. Set DATA_DIR to an empty folder.`);
}
