import type { Chord } from "./chord.ts";

/**
 * Where the focus is. An element says with `data-keys` what it and all in it is; an input that says nothing is for
 * `typing`, everything else is the `page`.
 */
export const KEY_CONTEXTS = ["reading", "typing", "card", "photo", "validate", "page"] as const;
export type KeyContext = (typeof KEY_CONTEXTS)[number];

/** Wherever no text is typed. */
export const NOT_TYPING: readonly KeyContext[] = ["card", "photo", "validate", "page"];
/** Also in a code or a quantity. */
export const NOT_TYPING_TEXT: readonly KeyContext[] = [...NOT_TYPING, "reading"];

/** One thing a key does: the one truth for handlers, tooltips, the sheet of keys and what may be remapped. */
export type KeyAction = {
  group: string;
  /** What it does, as a person says it. */
  words: string;
  keys: readonly Chord[];
  places: readonly KeyContext[];
  /** With Ctrl held besides it does more of the same; the words of it. */
  more?: string;
  /** Why its keys cannot be changed. */
  fixed?: string;
  /** While something is typed and not entered the key is the field's own. */
  sparesTyped?: true;
};
export type KeyTable<Id extends string> = Readonly<Record<Id, KeyAction>>;

/** How a key was pressed. `isMore`: with Ctrl, where that does more of the same; `isRepeat`: it is held. */
export type KeyPress = { isMore: boolean; isRepeat: boolean };

/**
 * Does the action. False: not now, the key stays the browser's. A function: to be called when the key is let go.
 */
export type KeyHandler = (pressed: KeyPress) => void | false | (() => void);
