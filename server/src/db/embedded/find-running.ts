import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../client.ts";

/** The line of postmaster.pid that names the folder of its socket (PostgreSQL's documentation of that file). */
const SOCKET_LINE = 4;

/** Of the built-in database that a server on this data directory has running now; null when there is none. */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const lines = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const socketFolder = lines.split("\n")[SOCKET_LINE]?.trim();
  if (!socketFolder) return null;
  const url = `postgresql://precount@/precount?host=${encodeURIComponent(socketFolder)}`;
  const client = createClient({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    // The file of one that was killed.
    return null;
  }
}
