/** What the queue does for somebody: when it was last written, and when it is tried again; null when it is not. */
export type RetrySchedule = { updatedAt: string; retryAt: string | null };

/**
 * How long until the queue tries again, milliseconds; null when it does not. Never more than the server itself waits: a
 * clock that is wrong in this browser must not promise minutes.
 */
export function retryLeftMs({ retryAt, updatedAt }: RetrySchedule, nowMs: number): number | null {
  if (retryAt === null) return null;
  const at = Date.parse(retryAt);
  return Math.min(Math.max(0, at - nowMs), Math.max(0, at - Date.parse(updatedAt)));
}
