/** Starts the child, and prints its folder of compiled code with the number of files there. This process stores its own at its exit. */
import { readdir } from "node:fs/promises";
import { ForkedProcess } from "../forked-process.ts";

const child = new ForkedProcess({
  script: new URL("./compile-cache-child.ts", import.meta.url),
  concurrency: 1,
  idleMs: 60_000,
  rssCeilingBytes: Infinity,
  rssLimitBytes: Infinity,
});
const folder = await child.call("where", null, { timeoutMs: 60_000 });
// The child stores the code after its first reply.
await child.call("where", null, { timeoutMs: 60_000 });
const files = typeof folder === "string" ? await readdir(folder) : [];
process.stdout.write(JSON.stringify({ folder, files: files.length }));
await child.close();
