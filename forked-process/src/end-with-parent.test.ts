import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Whether the process runs. A zombie, which has ended but was not reaped, does not. */
const isAlive = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  return stat !== "" && stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
};

test.runIf(process.platform === "linux")("a busy child ends when its parent is killed", async () => {
  const parent = fork(new URL("./testing/busy-parent.ts", import.meta.url));
  const [child] = (await once(parent, "message")) as [number]; // its only message
  // More processor time than starting takes: the child is computing.
  await expect.poll(() => userTimeMs(child)).toBeGreaterThan(1500);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  await expect.poll(() => isAlive(child)).toBe(false);
});

/** User time of a process in milliseconds. Linux counts it in hundredths of a second. */
async function userTimeMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1");
  return 10 * Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[11]);
}
