import { type EditFocus, type PresentUser, initialsOf } from "@precount/domain";

/** Somebody else, as they are shown: their colour never alone, always with their initials. */
export type Other = { sid: string; name: string; initials: string; colour: string; hands: readonly EditFocus[] };

/** None of a status' colours; white letters on each are legible (WCAG AA). */
const COLOURS = ["#C2187A", "#4D7C0F", "#A21CAF", "#334155", "#78350F", "#1E3A8A"] as const;

function colourOf(sid: string): string {
  const sum = Array.from(sid).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0];
}

/** All but oneself. */
export const othersOf = (people: readonly PresentUser[], me: string): Other[] =>
  people
    .filter(({ sid }) => sid !== me)
    .map(({ sid, name, hands }) => ({ sid, name, hands, initials: initialsOf(name), colour: colourOf(sid) }));

/** Those who have a result in hand: chosen, or a field of it; of one field only those who are in it. */
export const othersAt = (
  others: readonly Other[],
  detectionSid: string | null,
  index: number,
  field: EditFocus["field"] = null,
): Other[] =>
  others.filter(({ hands }) =>
    hands.some(
      (hand) => hand.detectionSid === detectionSid && hand.index === index && (field === null || hand.field === field),
    ),
  );

/** 'Ann Stone and Bob'. */
export const namesOf = (others: readonly Pick<Other, "name">[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(others.map(({ name }) => name));
