import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/* Kills each child of a process that has a file open: `node killer-child.ts PARENT FILE`, until it receives a stop signal (Linux). */

const [parent = "", file = ""] = process.argv.slice(2);
const over = new AbortController();
process.on("message", () => over.abort());
process.on("disconnect", () => process.exit(0));
process.send?.("ready");

// A dying process keeps its files open for a moment.
const killed = new Set<string>();
// A photo is open for about 0.1 s.
for (; !over.signal.aborted; await delay(1)) {
  for (const pid of (orNull(() => readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8")) ?? "").split(" ")) {
    const folder = `/proc/${pid}/fd`;
    const open = pid === "" ? [] : (orNull(() => readdirSync(folder)) ?? []);
    if (!open.some((fd) => orNull(() => readlinkSync(join(folder, fd))) === file)) continue;
    if (orNull(() => process.kill(Number(pid), "SIGKILL"))) killed.add(pid);
  }
}
process.send?.(killed.size);

/** Empty if the process or file disappeared meanwhile. */
function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
