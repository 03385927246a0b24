import { readFileSync, writeFileSync } from "node:fs";

const MB = 1024 * 1024;
const LOOK_MS = 50;

/**
 * Peak memory of a process while `work` runs, MB (Linux). `pid` is called repeatedly, because the process may start
 * and end meanwhile.
 */
export async function withPeak<T>(
  pid: () => number | undefined,
  work: () => Promise<T>,
): Promise<{ answer: T; peakMb: number }> {
  let peak = 0;
  const look = (): void => void (peak = Math.max(peak, highWater(pid())));
  forgetHighWater(pid());
  const timer = setInterval(look, LOOK_MS);
  try {
    const answer = await work();
    look();
    return { answer, peakMb: Math.round(peak / MB) };
  } finally {
    clearInterval(timer);
  }
}

function highWater(pid: number | undefined): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0; // the process has ended, or this is not Linux
  }
}

function forgetHighWater(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Memory from before the measurement is included.
  }
}
