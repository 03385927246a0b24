/**
 * Why a rule says no: the person may not (`forbidden`), what was sent breaks a rule (`invalid`), or, when
 * absent, the thing is not in a state for it. The server picks the error's code by it, once.
 */
export type RefusalKind = "forbidden" | "invalid";
export type Refusal = { ok: false; reason: string; kind?: RefusalKind };

/**
 * What a rule answers: the value, or why not, in words a person understands.
 * Domain functions never throw for a refusal; the server turns one into an error once.
 */
export type Outcome<T> = { ok: true; value: T } | Refusal;

export const allow: Outcome<true> = { ok: true, value: true };
export const accept = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refuse = (reason: string, kind?: RefusalKind): Refusal =>
  kind === undefined ? { ok: false, reason } : { ok: false, reason, kind };

/** The first refusal of several rules, asked in order; allowed when none refuses. */
export function firstRefusal(...rules: readonly (() => Outcome<unknown>)[]): Outcome<true> {
  for (const rule of rules) {
    const outcome = rule();
    if (!outcome.ok) return outcome;
  }
  return allow;
}
