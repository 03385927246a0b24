type Log = { warn(facts: object, message: string): void };

const INTERVAL_MS = 30_000;

/**
 * A logger for errors that repeat every second as long as their cause lasts, such as an unreachable database: logs the first one
 * and then at most one in 30 s, with the number of suppressed ones.
 */
export function throttledWarning(log: Log, message: string): (error: Error) => void {
  let quietUntil = 0;
  let suppressed = 0;
  return (error) => {
    if (performance.now() < quietUntil) {
      suppressed += 1;
      return;
    }
    // Only the message: pg-boss passes copies of errors whose stacks do not lead to our code.
    log.warn({ reason: error.message, ...(suppressed > 0 && { suppressed }) }, message);
    quietUntil = performance.now() + INTERVAL_MS;
    suppressed = 0;
  };
}
