/**
 * What a rule answers: the value, or why not, in words a person understands.
 * Domain functions never throw for a refusal; the server turns one into an error once.
 */
export type Outcome<T> = { ok: true; value: T } | { ok: false; reason: string };

export const allow: Outcome<true> = { ok: true, value: true };
export const accept = <T>(value: T): Outcome<T> => ({ ok: true, value });
export const refuse = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });
