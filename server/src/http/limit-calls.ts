import { CALL_LIMITS, type LimitedCall } from "@precount/domain";
import { countCall } from "../db/call-counts.ts";
import { AppError } from "../errors/app-error.ts";
import type { Services } from "../operations/context.ts";

/**
 * Counts an expensive call of a person, with all their sessions and tokens together. Throws TOO_MANY_REQUESTS with the time to wait
 * beyond the limit (PD-118).
 */
export async function limitCalls(
  { db, log }: Pick<Services, "db" | "log">,
  userSid: string,
  kind: LimitedCall,
): Promise<void> {
  const { max, windowS, what } = CALL_LIMITS[kind];
  const { calls, until } = await countCall(db, userSid, kind, windowS);
  if (calls <= max) return;
  log.warn({ userSid, kind, calls }, "a person exceeds a limit of calls");
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(
    "TOO_MANY_REQUESTS",
    `You have made ${max} ${what} in ${windowS / 60} minutes. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
    { details: { retryAt: until.toISOString() }, retryAfterS: seconds },
  );
}
