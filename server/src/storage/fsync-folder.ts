import { open } from "node:fs/promises";

/** Syncs a folder to disk. After a rename or creation, the folder entry is durable only once the folder is synced. */
export async function fsyncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
