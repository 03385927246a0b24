import { type EditFocus, type PresentUser, initialsOf } from "@precount/domain";

/** Another user on this image, as shown: by color and initials, never by color alone. */
export type OtherUser = { sid: string; name: string; initials: string; color: string; hands: readonly EditFocus[] };

/** Different from the status colors; white text on each is legible (WCAG AA). */
const COLORS = ["#C2187A", "#4D7C0F", "#A21CAF", "#334155", "#78350F", "#1E3A8A"] as const;

/** The same color for the same user on every screen. */
function colorOf(sid: string): string {
  const hash = Array.from(sid).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return COLORS[hash % COLORS.length] ?? COLORS[0];
}

/** All users except the signed-in one. */
export const otherUsers = (people: readonly PresentUser[], me: string): OtherUser[] =>
  people
    .filter(({ sid }) => sid !== me)
    .map(({ sid, name, hands }) => ({ sid, name, hands, initials: initialsOf(name), color: colorOf(sid) }));

/** The users who have selected a result; with `field`, only those who are in that field. */
export const usersAt = (
  others: readonly OtherUser[],
  detectionSid: string | null,
  index: number,
  field: EditFocus["field"] = null,
): OtherUser[] =>
  others.filter(({ hands }) =>
    hands.some(
      (at) => at.detectionSid === detectionSid && at.index === index && (field === null || at.field === field),
    ),
  );

/** 'Ann Stone and Bob'. */
export const joinNames = (others: readonly Pick<OtherUser, "name">[]): string =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(others.map(({ name }) => name));
