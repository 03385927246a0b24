import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Whether it runs; one that has ended and that nobody asked after yet does not. */
const isAlive = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  return stat !== "" && stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
};

test.runIf(process.platform === "linux")("a child that computes for ever ends when its parent is killed", async () => {
  const parent = fork(new URL("../testing/busy-parent.ts", import.meta.url));
  const [child] = (await once(parent, "message")) as [number]; // it says nothing else
  // It computes: more processor time than its start takes.
  await expect.poll(() => userTimeMs(child)).toBeGreaterThan(1500);
  parent.kill("SIGKILL");
  await once(parent, "exit");
  await expect.poll(() => isAlive(child)).toBe(false);
});

/** Processor time that a process has taken, milliseconds (Linux counts in hundredths of a second). */
async function userTimeMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1");
  return 10 * Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[11]);
}
