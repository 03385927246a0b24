import type { Example } from "@precount/domain";
import { seededRandom } from "../lists/random.ts";

/** Share of all stickers to which one account gives wrong values. */
const WRONG_SHARE = 0.3;
const SEED = 29;

/**
 * Examples with wrong labels. `oneAccount`: one account gives 30 % of all stickers another sticker's values.
 * `shuffled`: the values of all stickers are shuffled, and their accounts are unknown, so that no account is left out.
 */
export const WRONG_LABELS = {
  oneAccount: (examples: readonly Example[]): Example[] => {
    const account = examples[0]?.code.account;
    const own = examples.filter(({ code }) => code.account === account);
    const wrong = new Set(own.slice(0, Math.round(WRONG_SHARE * examples.length)));
    return examples.map((example, i) =>
      wrong.has(example) ? withValuesOf(example, examples[(i + 1) % examples.length]!) : example,
    );
  },
  shuffled: (examples: readonly Example[]): Example[] => {
    const order = shuffled(examples, seededRandom(SEED));
    return examples.map((example, i) => {
      const { code, quantity, ...rest } = withValuesOf(example, order[i]!);
      return { ...rest, code: { ...code, account: null }, quantity: { ...quantity, account: null } };
    });
  },
} as const;

export type WrongLabels = keyof typeof WRONG_LABELS;

/** The example with the values of another example, as if a person had typed them. */
const withValuesOf = (example: Example, other: Example): Example => ({
  ...example,
  code: { ...example.code, truth: other.code.truth, origin: "typed" },
  quantity: { ...example.quantity, truth: other.quantity.truth, origin: "typed" },
});

/** Fisher–Yates. */
function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!]; // both are below the length
  }
  return order;
}
