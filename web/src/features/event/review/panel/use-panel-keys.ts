import { type Result, makePatch, offeredAlternatives, resultCan } from "@precount/domain";
import { useState } from "react";
import { flushSync } from "react-dom";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import type { KeyHandler } from "../../../../shared/keyboard/table.ts";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { useReviewKeys } from "../keyboard/review-keys.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import type { Edits } from "../use-edits.ts";
import { type Hand, newHand } from "./field-in-hand.ts";
import { type Value, candidateField, isDoubtful, stepLabel, stepValue } from "./order.ts";
import {
  VALIDATE_ID,
  cardInHand,
  focusBeforeValidate,
  focusCard,
  focusValidate,
  focusValue,
  isValueThere,
  valueInHand,
} from "./places.ts";
import type { LabelList } from "./use-label-list.ts";

type Options = {
  list: LabelList;
  edits: Edits;
  editReason: string | null;
  selected: number | null;
  onSelect: (index: number | null) => void;
  onPull: (index: number) => void;
  /** Draws the card, also on a phone, where there is only one. */
  onDraw: (index: number) => void;
  /** To the photo: its keys count there. */
  onPhoto: () => void;
};

export type PanelKeys = {
  hand: Hand;
  /** Into the first doubtful value, or to Validate. */
  start: () => void;
  /** Into what the chosen label reads; without one as `start`. */
  open: () => void;
  discard: (index: number) => void;
  recover: (index: number) => void;
};

/** From value to value and from label to label without a pointer. */
export function usePanelKeys(options: Options): PanelKeys {
  const { list, edits, editReason, selected, onSelect, onPull, onDraw, onPhoto } = options;
  const [hand] = useState(newHand);

  const toValue = (value: Value): void => {
    // Where its card is drawn already the focus goes there at once, and all that follows is drawn together with what was entered.
    if (isValueThere(value)) onDraw(value.index);
    else flushSync(() => onDraw(value.index));
    focusValue(value);
  };
  const toCard = (index: number): void => {
    flushSync(() => onDraw(index));
    focusCard(index);
  };
  const chosen = (): number | null => cardInHand() ?? selected;
  const labelOf = (index: number | null): DisplayedResult | undefined => list.all.find((label) => label.index === index);

  const stepDoubt = (direction: 1 | -1): void | false => {
    const index = chosen();
    const from = valueInHand() ?? (index === null ? null : { index, field: null });
    const value = stepValue(list.all, from, direction, "doubtful");
    if (value) toValue(value);
    // Nowhere to go: then the key does what it does everywhere, or Tab would never leave the field.
    else if (direction === -1 || !focusValidate(valueInHand())) return false;
  };
  /** Who goes through the page passes Validate once, not at each value that is in order: else nothing behind the values is ever reached. */
  const tabOn = (): void | false => {
    const value = valueInHand();
    const label = labelOf(value?.index ?? null);
    const isDone = value !== null && label !== undefined && !isDoubtful(label, value.field);
    return isDone && stepValue(list.all, value, 1, "doubtful") === null ? false : stepDoubt(1);
  };
  const stepAny = (direction: 1 | -1): void => {
    const value = stepValue(list.listed, valueInHand(), direction, "any");
    if (value) toValue(value);
  };
  const enterAnd = (direction: 1 | -1) => (): void => {
    if (hand.field()?.enter() !== false) stepDoubt(direction);
  };
  const stepCard = (direction: 1 | -1) => (): void => {
    const label = stepLabel(list.listed, chosen(), direction);
    if (label) toCard(label.index);
  };

  const start = (): void => {
    const value = stepValue(list.all, null, 1, "doubtful");
    if (value) toValue(value);
    else focusValidate();
  };
  const open = (): void => {
    const label = labelOf(chosen());
    if (label) toValue({ index: label.index, field: firstField(label) });
    else start();
  };

  /** Does what the rules allow, or says why not. */
  const act = (rule: (result: Result) => string | null, does: (index: number) => void) => (): void => {
    const label = labelOf(chosen());
    if (!label) return;
    const reason = editReason ?? rule(label.result);
    if (reason === null) does(label.index);
    else feedback.warning(reason);
  };
  const change =
    (patch: (index: number) => ReturnType<typeof makePatch.discard>) =>
    (index: number): void => {
      const next = stepLabel(list.listed, index, 1) ?? stepLabel(list.listed, index, -1);
      const isHere = cardInHand() === index;
      flushSync(() => void edits.put(patch(index)));
      // What was added by hand and is discarded is gone, and with it what had the focus.
      if (isHere && cardInHand() === null && next) toCard(next.index);
    };
  const discard = change(makePatch.discard);
  const recover = change(makePatch.recover);

  const takeCandidate =
    (place: number): KeyHandler =>
    () => {
      const field = hand.field();
      const label = labelOf(chosen());
      if (field) {
        const value = field.offered[place];
        if (value !== undefined) field.take(value);
        return undefined;
      }
      const fieldOfCard = label && editReason === null ? candidateField(label) : null;
      const value = label && fieldOfCard ? offeredAlternatives(label.result, fieldOfCard)[place] : undefined;
      if (label && fieldOfCard && value !== undefined) edits.put(makePatch[fieldOfCard](label.index, value));
      return undefined;
    };

  useReviewKeys({
    "value.enter": enterAnd(1),
    "value.enter-back": enterAnd(-1),
    "value.next": tabOn,
    "value.previous": () => stepDoubt(-1),
    // On from where one came from: the browser goes its own way from there, through the rest of the page.
    "validate.on": () => {
      focusBeforeValidate();
      return false;
    },
    "validate.back": () => (focusBeforeValidate() ? undefined : false),
    "doubt.next": () => stepDoubt(1),
    "doubt.previous": () => void stepDoubt(-1),
    "value.below": () => stepAny(1),
    "value.above": () => stepAny(-1),
    "candidate.1": takeCandidate(0),
    "candidate.2": takeCandidate(1),
    "candidate.3": takeCandidate(2),
    "candidate.other": () => {
      const { offered = [], shown = "", type } = hand.field() ?? {};
      const value = offered[(offered.indexOf(shown) + 1) % Math.max(1, offered.length)];
      if (value !== undefined) type?.(value);
    },
    "value.back": () => {
      const index = cardInHand();
      if (hand.field()?.back() !== true && index !== null) focusCard(index);
    },
    "card.back": () => {
      if (document.activeElement?.id === VALIDATE_ID && selected !== null) return focusCard(selected) && undefined;
      onSelect(null);
      onPhoto();
      return undefined;
    },
    "label.next": stepCard(1),
    "label.previous": stepCard(-1),
    "list.next": stepCard(1),
    "list.previous": stepCard(-1),
    "label.open": open,
    "label.show": () => {
      const index = chosen();
      if (index !== null) onSelect(index);
      onPhoto();
    },
    "label.discard": () =>
      labelOf(chosen())?.result.discarded
        ? act(() => null, recover)()
        : act((one) => reasonOf(resultCan.discard(one)), discard)(),
    "label.restore": act((one) => reasonOf(resultCan.restore(one)), onPull),
    "list.doubtful": () => list.ask({ tab: "doubtful" }),
    "list.all": () => list.ask({ tab: "all", statuses: [] }),
    "list.discarded": () => list.ask({ tab: "discarded" }),
  });
  return {
    hand,
    start,
    open,
    discard,
    recover,
  };
}

const firstField = (label: DisplayedResult): Value["field"] =>
  label.result.label === "sticker" && !isDoubtful(label, "code") && isDoubtful(label, "quantity") ? "quantity" : "code";
