import type { ReadingField } from "@precount/domain";
import type { Value } from "./order.ts";

/** Where the keys go: the ids of what has the focus, and the ways there. */
export const valueId = ({ index, field }: Value): string => `value-${index}-${field}`;
export const cardId = (index: number): string => `label-${index}`;
export const VALIDATE_ID = "validate";

const focus = (id: string): HTMLElement | null => {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  return element;
};

export const isValueThere = (value: Value): boolean => document.getElementById(valueId(value)) !== null;

/** @returns whether it is there to be focused */
export function focusValue(value: Value): boolean {
  const input = focus(valueId(value));
  // Right under the enlarged crop: who goes from value to value by keys need not look for it.
  document.getElementById(cardId(value.index))?.scrollIntoView({ block: "start" });
  return input !== null;
}

export function focusCard(index: number): boolean {
  const card = focus(cardId(index));
  card?.scrollIntoView({ block: "nearest" });
  return card !== null;
}

/** The value from which keys led to Validate, for as long as that has the focus. */
let beforeValidate: Value | null = null;

/**
 * @param from the value one comes from by a key: the way back, and the way on
 * @returns whether it is there: on a validated photo it is not
 */
export function focusValidate(from: Value | null = null): boolean {
  const button = focus(VALIDATE_ID);
  beforeValidate = from;
  button?.addEventListener("blur", () => (beforeValidate = null), { once: true });
  return button !== null;
}

/** Back to that value; false where nobody came from one. */
export const focusBeforeValidate = (): boolean => beforeValidate !== null && focusValue(beforeValidate);

/** The value whose field has the focus. */
export function valueInHand(): Value | null {
  const [, index, field] = /^value-(\d+)-(code|quantity)$/.exec(document.activeElement?.id ?? "") ?? [];
  // The pattern lets only these two through.
  return index === undefined ? null : { index: Number(index), field: field as ReadingField };
}

/** Of the card that has the focus, or anything in it. */
export function cardInHand(): number | null {
  const id = document.activeElement?.closest("article[id^=label-]")?.id;
  return id === undefined ? null : Number(id.slice("label-".length));
}
