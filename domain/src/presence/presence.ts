import { z } from "zod";
import { sidSchema } from "../common/id.ts";

/** A page that shows an image says so this often; who has not said so for `PRESENT_FOR_MS` is there no more. */
export const PRESENCE_HEARTBEAT_MS = 12_000;
/** Two beats may be lost. */
export const PRESENCE_TIMEOUT_MS = 30_000;

/** What somebody has in hand on an image. */
export const editFocusSchema = z.object({
  detectionSid: sidSchema,
  /** Of the result, as the server numbers them. */
  index: z.number().int().min(0).max(9999),
  /** The field they are in; null when the result is only chosen. */
  field: z.enum(["code", "quantity"]).nullable(),
});
export type EditFocus = z.infer<typeof editFocusSchema>;

/** Somebody who looks at an image now, in however many tabs. */
export const presentUserSchema = z.object({ sid: sidSchema, name: z.string(), hands: z.array(editFocusSchema) });
export type PresentUser = z.infer<typeof presentUserSchema>;

export const sameEditFocus = (a: EditFocus, b: EditFocus): boolean =>
  a.detectionSid === b.detectionSid && a.index === b.index && a.field === b.field;

/** One tab of one person. */
export type PresenceTab = { user: { sid: string; name: string }; hand: EditFocus | null };

/** Who is there, by name; the same person in two tabs is one. */
export function presentUsers(tabs: readonly PresenceTab[]): PresentUser[] {
  const people = new Map<string, PresentUser>();
  for (const { user, hand } of tabs) {
    const person = people.get(user.sid) ?? { ...user, hands: [] };
    if (hand && !person.hands.some((one) => sameEditFocus(one, hand))) person.hands.push(hand);
    people.set(user.sid, person);
  }
  return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name) || (a.sid < b.sid ? -1 : 1));
}

/** At most two letters: of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  // By code points: a letter outside the basic plane is two units.
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word = "") => Array.from(word)[0] ?? "");
  return letters.join("").toUpperCase() || "?";
}
