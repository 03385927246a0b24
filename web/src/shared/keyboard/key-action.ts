import type { Chord } from "./chord.ts";

/**
 * Where the focus is. An element sets the context of itself and its content with `data-keys`. An input without it is
 * `typing`; everything else is `page`.
 */
export const KEY_CONTEXTS = ["reading", "typing", "card", "photo", "validate", "page"] as const;
export type KeyContext = (typeof KEY_CONTEXTS)[number];

/** Everywhere except in a text field. */
export const NOT_TYPING: readonly KeyContext[] = ["card", "photo", "validate", "page"];
/** Also in the field of a code or a quantity, which takes digits only: letters are commands there. */
export const NOT_TYPING_TEXT: readonly KeyContext[] = [...NOT_TYPING, "reading"];

/** An action with its keys. The handlers, the tooltips, the sheet of keys and remapping all use this definition. */
export type KeyAction = {
  group: string;
  /** The description of the action in the sheet of keys. */
  title: string;
  keys: readonly Chord[];
  contexts: readonly KeyContext[];
  /** What the key does with Ctrl: the same in larger steps. */
  coarse?: string;
  /** Why its keys cannot be changed. */
  fixedReason?: string;
  /** While a field has a draft, the key keeps its usual effect in the field. */
  ignoredWhileTyping?: true;
};
export type KeyTable<Id extends string> = Readonly<Record<Id, KeyAction>>;

/** How a key was pressed. `isCoarse`: with Ctrl, for larger steps. `isRepeat`: the key is held. `chord`: which of its keys. */
export type KeyPress = { isCoarse: boolean; isRepeat: boolean; chord: Chord };

/**
 * Runs an action. Returns false when it does not handle the key now, which leaves the key to the browser, or a function
 * to call when the key is released.
 */
export type KeyHandler = (press: KeyPress) => void | false | (() => void);
