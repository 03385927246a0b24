import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../client.ts";

/** The line of postmaster.pid with the folder of the socket, counted from 0 (PostgreSQL's documentation of that file). */
const SOCKET_LINE = 4;

/** URL of the built-in database that a server on this data directory runs now; null if none runs. */
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
    // A killed PostgreSQL left the file behind.
    return null;
  }
}
