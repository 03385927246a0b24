import { type Outcome, accept, refuse } from "./outcome.ts";

/**
 * A state machine as a table: verb → source states and target state. Buttons, their disabled reasons, server refusals
 * and tests all use the same table.
 */
export type Transitions<Status extends string, Verb extends string> = Readonly<
  Record<Verb, { readonly from: readonly Status[]; readonly to: Status }>
>;

const LIST = new Intl.ListFormat("en-GB", { type: "disjunction" });

/**
 * Whether `verb` is allowed in `status`. The refusal names both.
 * @param title the verb's name in the UI, if it differs
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
  return refuse(`This ${subject} is ${status}: ${title} is possible only when it is ${LIST.format(from)}.`);
}
