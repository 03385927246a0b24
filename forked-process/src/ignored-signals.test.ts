import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { ForkedProcess } from "./forked-process.ts";

function startChild(): ForkedProcess {
  const child = new ForkedProcess({
    script: new URL("./testing/compile-cache-child.ts", import.meta.url),
    concurrency: 1,
    idleMs: 60_000,
    rssCeilingBytes: Infinity,
    rssLimitBytes: Infinity,
  });
  onTestFinished(() => child.close());
  return child;
}

test.each(["SIGINT", "SIGTERM"])("a child continues after %s to all processes of a service", async (signal) => {
  const child = startChild();
  await child.call("where", null, { timeoutMs: 60_000 });
  const { pid = 0 } = child;
  process.kill(pid, signal);
  await child.call("where", null, { timeoutMs: 60_000 });
  expect(child.pid).toBe(pid);
});

test.runIf(process.platform === "linux")("a child is in a process group of its own from the start", async () => {
  const child = startChild();
  const calling = child.call("where", null, { timeoutMs: 60_000 });
  const stat = await readFile(`/proc/${child.pid}/stat`, "latin1");
  // After the name in parentheses: state, parent, process group.
  const group = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2];
  expect(Number(group)).toBe(child.pid);
  await calling;
});
