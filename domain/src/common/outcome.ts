/**
 * Kind of a refusal: the user lacks the right (`forbidden`), the input breaks a rule (`invalid`), or the entity does
 * not exist for the user (`missing`). Without a kind, the entity's state does not allow the action. The server maps the
 * kind to an error code in one place.
 */
export type RefusalKind = "forbidden" | "invalid" | "missing";
export type Refusal = { ok: false; reason: string; kind?: RefusalKind };

/**
 * Result of a rule: the value, or a reason in words for the user. Domain functions never throw for a refusal; the
 * server turns it into an error in one place.
 */
export type Outcome<T> = { ok: true; value: T } | Refusal;

export const allow: Outcome<true> = { ok: true, value: true };
export const accept = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refuse = (reason: string, kind?: RefusalKind): Refusal =>
  kind === undefined ? { ok: false, reason } : { ok: false, reason, kind };

/** Evaluates rules in order and returns the first refusal, or `allow`. */
export function firstRefusal(...rules: readonly (() => Outcome<unknown>)[]): Outcome<true> {
  for (const rule of rules) {
    const outcome = rule();
    if (!outcome.ok) return outcome;
  }
  return allow;
}
