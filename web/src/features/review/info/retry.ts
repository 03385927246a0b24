import type { ImageJob } from "@precount/domain";

/**
 * How long until the queue tries again, milliseconds; null when it does not. Never more than the server itself waits: a
 * clock that is wrong in this browser must not promise minutes.
 */
export function retryLeftMs(
  { retryAt, updatedAt }: Pick<ImageJob, "retryAt" | "updatedAt">,
  nowMs: number,
): number | null {
  if (retryAt === null) return null;
  const at = Date.parse(retryAt);
  return Math.min(Math.max(0, at - nowMs), Math.max(0, at - Date.parse(updatedAt)));
}
