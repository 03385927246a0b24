import { type Outcome, accept, refuse } from "./outcome.ts";

/**
 * One status machine as one table: verb → from which states, to which state.
 * The same table draws the buttons, gives the reason of a disabled one, is the server's refusal,
 * and is what the tests walk.
 */
export type Transitions<Status extends string, Verb extends string> = Readonly<
  Record<Verb, { readonly from: readonly Status[]; readonly to: Status }>
>;

/** Whether `verb` is a way out of `status`; the refusal names both. */
export function transition<Status extends string, Verb extends string>(
  table: Transitions<Status, Verb>,
  subject: string,
  status: Status,
  verb: Verb,
): Outcome<Status> {
  const { from, to } = table[verb];
  if (from.includes(status)) return accept(to);
  const allowed = from.length === 0 ? "never" : `only when it is ${from.join(" or ")}`;
  return refuse(`This ${subject} is ${status}: ${verb} is possible ${allowed}.`);
}
