import { useTypedNumber } from "../../../../shared/keyboard/use-typed-number.ts";
import { useReviewKeys } from "../keyboard/review-keys.ts";
import { goToReading } from "../session/navigation.ts";
import { fieldToOpen } from "../session/result-order.ts";
import { useSession } from "../session/session-context.ts";

/** Digits lead from Validate to the value with that number. @param inOrder indexes of the results; the first has number 1 */
export function useProofKeys(inOrder: readonly number[]): void {
  const session = useSession();
  const type = useTypedNumber(inOrder.length, (number) => {
    const item = session.get().edits.itemsByIndex.get(inOrder[number - 1] ?? -1);
    if (item) goToReading(session, { index: item.index, field: fieldToOpen(item) });
  });
  useReviewKeys({ "proof.value": ({ chord }) => type(chord) });
}
