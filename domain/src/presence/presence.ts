import { z } from "zod";
import { sidSchema } from "../common/id.ts";

/**
 * Interval at which a page that shows an image reports its presence; without a report for `PRESENCE_TIMEOUT_MS` the
 * user counts as gone.
 */
export const PRESENCE_HEARTBEAT_MS = 12_000;
/** Allows for two lost reports. */
export const PRESENCE_TIMEOUT_MS = 30_000;

/** The result and field that a user is editing on an image. */
export const editFocusSchema = z.object({
  detectionSid: sidSchema,
  /** Index of the result on the server. */
  index: z.number().int().min(0).max(9999),
  /** The focused field; null if the result is only selected. */
  field: z.enum(["code", "quantity"]).nullable(),
});
export type EditFocus = z.infer<typeof editFocusSchema>;

/** A user who has an image open, in any number of tabs. `hands` are the results and fields that the user edits. */
export const presentUserSchema = z.object({ sid: sidSchema, name: z.string(), hands: z.array(editFocusSchema) });
export type PresentUser = z.infer<typeof presentUserSchema>;

export const sameEditFocus = (a: EditFocus, b: EditFocus): boolean =>
  a.detectionSid === b.detectionSid && a.index === b.index && a.field === b.field;

/** One tab of a user; `hand` is the result and field that the user edits there. */
export type PresenceTab = { user: { sid: string; name: string }; hand: EditFocus | null };

/** The present users, sorted by name. A user with several tabs appears once. */
export function presentUsers(tabs: readonly PresenceTab[]): PresentUser[] {
  const people = new Map<string, PresentUser>();
  for (const { user, hand } of tabs) {
    const person = people.get(user.sid) ?? { ...user, hands: [] };
    if (hand && !person.hands.some((known) => sameEditFocus(known, hand))) person.hands.push(hand);
    people.set(user.sid, person);
  }
  return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name) || (a.sid < b.sid ? -1 : 1));
}

/** Initials of the first and last word of a name, at most two letters. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  // `Array.from` splits by code points: a letter outside the basic plane has two UTF-16 units.
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word = "") => Array.from(word)[0] ?? "");
  return letters.join("").toUpperCase() || "?";
}
