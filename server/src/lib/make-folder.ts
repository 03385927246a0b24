import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./code-of.ts";

/**
 * Creates a folder and its missing parents, for a path that an operator gave. `mkdir` with `recursive` never returns for a path below
 * /proc: the kernel answers ENOENT although the parent exists, and Node then tries to create the parent again, without end.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== "ENOENT" || parent === path) throw error;
    await makeFolder(parent, mode);
    await makeOne(path, mode);
  }
}

async function makeOne(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const isFolder = codeOf(error) === "EEXIST" && (await stat(path).catch(() => null))?.isDirectory();
    if (!isFolder) throw error;
  }
}
