import type { FastifyBaseLogger } from "fastify";

const QUIET_MS = 30_000;

/**
 * For troubles that come every second as long as they last, such as the database being away: the first is
 * said, then one in 30 s.
 */
export function calmWarning(log: Pick<FastifyBaseLogger, "warn">, message: string): (error: Error) => void {
  let quietUntil = 0;
  let unsaid = 0;
  return (error) => {
    if (performance.now() < quietUntil) {
      unsaid += 1;
      return;
    }
    // pg-boss hands out copies of errors whose stacks say nothing of us.
    log.warn({ reason: error.message, ...(unsaid > 0 && { unsaid }) }, message);
    quietUntil = performance.now() + QUIET_MS;
    unsaid = 0;
  };
}
