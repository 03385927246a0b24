import { z } from "zod";
import { type Chord, chordText, typesText } from "./chord.ts";
import type { KeyTable, KeyContext } from "./key-action.ts";

/** What a person changed: the keys of an action by its id, all of them. What is not in here has its own keys. */
export type KeyOverrides = Readonly<Record<string, readonly Chord[]>>;

const MAX_KEYS = 4;
const storedSchema = z.record(z.string(), z.array(z.string().min(1).max(40)).max(MAX_KEYS));

/** As it was stored, also by another version: what is not understood is left out. */
export function parseOverrides(table: KeyTable<string>, text: string | null): KeyOverrides {
  try {
    const stored = storedSchema.parse(JSON.parse(text ?? "{}"));
    const isFree = (id: string): boolean => Object.hasOwn(table, id) && table[id]?.fixed === undefined;
    return Object.fromEntries(Object.entries(stored).filter(([id]) => isFree(id)));
  } catch {
    return {};
  }
}

export const actionIds = <Id extends string>(table: KeyTable<Id>): Id[] => Object.keys(table) as Id[]; // its keys are the ids

/** The keys an action has now. A key that a person gave to another action is no longer this one's. */
export function keysOf<Id extends string>(table: KeyTable<Id>, changes: KeyOverrides, id: Id): readonly Chord[] {
  return changes[id] ?? table[id].keys.filter((chord) => changedHolder(table, changes, chord, id) === null);
}

/** Whether `chord` could ever be pressed for both at once. */
function meets<Id extends string>(table: KeyTable<Id>, a: Id, b: Id, chord: Chord): boolean {
  const places = (id: Id): KeyContext[] =>
    table[id].places.filter((place) => !((place === "reading" || place === "typing") && typesText(chord)));
  const others = places(b);
  return places(a).some((place) => others.includes(place));
}

function changedHolder<Id extends string>(table: KeyTable<Id>, changes: KeyOverrides, chord: Chord, id: Id): Id | null {
  const holder = actionIds(table).find(
    (other) => other !== id && changes[other]?.includes(chord) === true && meets(table, id, other, chord),
  );
  return holder ?? null;
}

/** Who else has that key where `id` would want it; null when it is free. */
export function conflictingAction<Id extends string>(
  table: KeyTable<Id>,
  changes: KeyOverrides,
  id: Id,
  chord: Chord,
): Id | null {
  const isHeld = (other: Id): boolean =>
    keysOf(table, changes, other).includes(chord) && meets(table, id, other, chord);
  return actionIds(table).find((other) => other !== id && isHeld(other)) ?? null;
}

/** Which action a press is, of the chords it may be, at that place. Exact keys before those that allow Ctrl besides. */
export function actionAt<Id extends string>(
  table: KeyTable<Id>,
  changes: KeyOverrides,
  chords: readonly Chord[],
  place: KeyContext,
): { id: Id; isMore: boolean } | null {
  const isTyped = place === "reading" || place === "typing";
  const wanted = chords.filter((chord) => !(isTyped && typesText(chord)));
  const find = (chord: Chord, more: boolean): Id | undefined =>
    actionIds(table).find(
      (id) =>
        table[id].places.includes(place) &&
        (!more || table[id].more !== undefined) &&
        keysOf(table, changes, id).includes(chord),
    );
  for (const chord of wanted) {
    const id = find(chord, false);
    if (id !== undefined) return { id, isMore: false };
  }
  for (const chord of wanted) {
    const id = chord.startsWith("Ctrl+") ? find(chord.slice("Ctrl+".length), true) : undefined;
    if (id !== undefined) return { id, isMore: true };
  }
  return null;
}

const CLIPBOARD = "Ctrl with A, C, V and X is for text.";
const BROWSERS = "That key is the browser's own.";
const PAGES = "That key moves through the page and presses what has the focus.";
const RESERVED: Readonly<Record<Chord, string>> = {
  ...Object.fromEntries(["A", "C", "V", "X"].map((letter) => [`Ctrl+${letter}`, CLIPBOARD])),
  ...Object.fromEntries(
    [
      "Ctrl+T",
      "Ctrl+N",
      "Ctrl+W",
      "Ctrl+R",
      "Ctrl+L",
      "Ctrl+Tab",
      "Ctrl+Shift+T",
      "Ctrl+Shift+N",
      "Ctrl+Shift+I",
      "F5",
      "F11",
      "F12",
    ].map((chord) => [chord, BROWSERS]),
  ),
  ...Object.fromEntries(["Tab", "Shift+Tab", "Enter", "Space", "Escape"].map((chord) => [chord, PAGES])),
};

/** Why a key cannot be given to anything; null when it can. */
export const reservedReason = (chord: Chord): string | null =>
  Object.hasOwn(RESERVED, chord) ? `${chordText(chord)}: ${RESERVED[chord] ?? ""}` : null;

/** `id` has `chord` in the place of `old` (null: besides its others). Nobody is asked who else has it. */
export function withKey<Id extends string>(
  table: KeyTable<Id>,
  changes: KeyOverrides,
  id: Id,
  old: Chord | null,
  chord: Chord,
): KeyOverrides {
  const keys = keysOf(table, changes, id).filter((other) => other !== chord);
  const at = old === null ? -1 : keys.indexOf(old);
  return { ...changes, [id]: (at < 0 ? [...keys, chord] : keys.with(at, chord)).slice(0, MAX_KEYS) };
}

/** The same, and who had it gets the old key instead, or none where that would only be the next conflict. */
export function withSwappedKeys<Id extends string>(
  table: KeyTable<Id>,
  changes: KeyOverrides,
  { id, old, chord, holder }: { id: Id; old: Chord | null; chord: Chord; holder: Id },
): KeyOverrides {
  const rest = keysOf(table, changes, holder).filter((other) => other !== chord);
  const given = withKey(table, { ...changes, [holder]: rest }, id, old, chord);
  if (old === null || reservedReason(old) !== null || conflictingAction(table, given, holder, old) !== null)
    return given;
  return { ...given, [holder]: [...rest, old] };
}

/** One action's own keys again, or without `id` everybody's. What others were given meanwhile stays theirs. */
export const withoutOverride = (changes: KeyOverrides, id?: string): KeyOverrides =>
  Object.fromEntries(Object.entries(changes).filter(([other]) => id !== undefined && other !== id));
