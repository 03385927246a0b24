import { open } from "node:fs/promises";

/** A new name is an entry of its folder, which must reach the disk too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
