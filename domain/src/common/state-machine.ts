import { type Outcome, accept, refuse } from "./outcome.ts";

/**
 * One status machine as one table: verb → from which states, to which state.
 * The same table draws the buttons, gives the reason of a disabled one, is the server's refusal,
 * and is what the tests walk.
 */
export type Transitions<Status extends string, Verb extends string> = Readonly<
  Record<Verb, { readonly from: readonly Status[]; readonly to: Status }>
>;

/**
 * Whether `verb` is a way out of `status`; the refusal names both.
 * @param title what the verb is called on the screen, where that differs
 */
export function transition<Status extends string, Verb extends string>(
  table: Transitions<Status, Verb>,
  subject: string,
  status: Status,
  verb: Verb,
  title: string = verb,
): Outcome<Status> {
  const { from, to } = table[verb];
  if (from.includes(status)) return accept(to);
  return refuse(`This ${subject} is ${status}: ${title} is possible only when it is ${from.join(" or ")}.`);
}
