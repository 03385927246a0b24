/** Starts the busy child, sends its process id, and waits to be killed. */
import { ForkedProcess } from "../forked-process.ts";

const busy = new ForkedProcess({
  script: new URL("./busy-child.ts", import.meta.url),
  concurrency: 1,
  idleMs: 60_000,
  rssCeilingBytes: Infinity,
  rssLimitBytes: Infinity,
});
void busy.call("compute", null, { timeoutMs: 60_000 }).catch(() => undefined);
process.send?.(busy.pid);
