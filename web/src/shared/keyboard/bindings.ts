import { z } from "zod";
import { type Chord, chordText, typesText } from "./chord.ts";
import type { KeyTable, KeyContext } from "./key-action.ts";

/** The keys that a user has changed, by action id. An action that is not listed has its default keys. */
export type KeyOverrides = Readonly<Record<string, readonly Chord[]>>;

const MAX_KEYS = 4;
const storedSchema = z.record(z.string(), z.array(z.string().min(1).max(40)).max(MAX_KEYS));

/** Parses stored overrides, also of another version: unknown actions and invalid values are left out. */
export function parseOverrides(table: KeyTable<string>, text: string | null): KeyOverrides {
  try {
    const stored = storedSchema.parse(JSON.parse(text ?? "{}"));
    const isFree = (id: string): boolean => Object.hasOwn(table, id) && table[id]?.fixedReason === undefined;
    return Object.fromEntries(Object.entries(stored).filter(([id]) => isFree(id)));
  } catch {
    return {};
  }
}

export const actionIds = <Id extends string>(table: KeyTable<Id>): Id[] => Object.keys(table) as Id[]; // its keys are the ids

/** The keys of an action. A default key that the user has given to another action is left out. */
export function keysOf<Id extends string>(table: KeyTable<Id>, changes: KeyOverrides, id: Id): readonly Chord[] {
  return changes[id] ?? table[id].keys.filter((chord) => overridingAction(table, changes, chord, id) === null);
}

/** Whether the key types text in this context. The fields of codes and quantities take digits only. */
const isTyped = (chord: Chord, context: KeyContext): boolean =>
  (context === "typing" && typesText(chord)) || (context === "reading" && typesText(chord, true));

/** Whether both actions could be meant by `chord` in the same context. */
function canCollide<Id extends string>(table: KeyTable<Id>, a: Id, b: Id, chord: Chord): boolean {
  const contexts = (id: Id): KeyContext[] => table[id].contexts.filter((context) => !isTyped(chord, context));
  const others = contexts(b);
  return contexts(a).some((context) => others.includes(context));
}

function overridingAction<Id extends string>(
  table: KeyTable<Id>,
  changes: KeyOverrides,
  chord: Chord,
  id: Id,
): Id | null {
  const holder = actionIds(table).find(
    (other) => other !== id && changes[other]?.includes(chord) === true && canCollide(table, id, other, chord),
  );
  return holder ?? null;
}

/** The action that has the key already in a context of `id`; null when the key is free. */
export function conflictingAction<Id extends string>(
  table: KeyTable<Id>,
  changes: KeyOverrides,
  id: Id,
  chord: Chord,
): Id | null {
  const isHeld = (other: Id): boolean =>
    keysOf(table, changes, other).includes(chord) && canCollide(table, id, other, chord);
  return actionIds(table).find((other) => other !== id && isHeld(other)) ?? null;
}

/** The action of a pressed key in a context. `chords` are what the key may mean. Exact keys come before larger steps with Ctrl. */
export function actionAt<Id extends string>(
  table: KeyTable<Id>,
  changes: KeyOverrides,
  chords: readonly Chord[],
  context: KeyContext,
): { id: Id; isCoarse: boolean } | null {
  const possible = chords.filter((chord) => !isTyped(chord, context));
  const find = (chord: Chord, coarse: boolean): Id | undefined =>
    actionIds(table).find(
      (id) =>
        table[id].contexts.includes(context) &&
        (!coarse || table[id].coarse !== undefined) &&
        keysOf(table, changes, id).includes(chord),
    );
  for (const chord of possible) {
    const id = find(chord, false);
    if (id !== undefined) return { id, isCoarse: false };
  }
  for (const chord of possible) {
    const id = chord.startsWith("Ctrl+") ? find(chord.slice("Ctrl+".length), true) : undefined;
    if (id !== undefined) return { id, isCoarse: true };
  }
  return null;
}

const CLIPBOARD = "Ctrl with A, C, V and X edits text.";
const BROWSER = "The browser uses that key.";
const PAGE = "That key moves the focus or presses the focused button.";
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
    ].map((chord) => [chord, BROWSER]),
  ),
  ...Object.fromEntries(["Tab", "Shift+Tab", "Enter", "Space", "Escape"].map((chord) => [chord, PAGE])),
};

/** Why no action can have a key; null when one can. */
export const reservedReason = (chord: Chord): string | null =>
  Object.hasOwn(RESERVED, chord) ? `${chordText(chord)}: ${RESERVED[chord] ?? ""}` : null;

/** Gives `chord` to `id`, in place of `old` or, with null, in addition. Does not check whether another action has it. */
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

/** The same, and the action that had it gets the old key, or none when that would be another conflict. */
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

/** Restores the default keys of one action, or of all without `id`. Keys that other actions were given stay theirs. */
export const withoutOverride = (changes: KeyOverrides, id?: string): KeyOverrides =>
  Object.fromEntries(Object.entries(changes).filter(([other]) => id !== undefined && other !== id));
