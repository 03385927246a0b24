/**
 * A key with its modifiers in this order, as in `Ctrl+Shift+Z`, `Alt+1`, `?`, `ArrowLeft`, `NumpadAdd`. Letters are upper
 * case. Shift is written with letters and named keys only: which other characters need Shift depends on the keyboard.
 */
export type Chord = string;

/** The part of a keyboard event that decides its meaning. */
export type PressedKey = {
  key: string;
  code: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  meta: boolean;
  /** AltGr types a character, although Windows reports Ctrl and Alt as held. */
  altGraph: boolean;
  /** The key belongs to an input method that composes a word. */
  isComposing: boolean;
};

type Source = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey" | "isComposing" | "keyCode" | "getModifierState"
>;

/** Safari marks the key that ends a composition only by this code. */
const COMPOSING_KEY_CODE = 229;

export function pressedKeyOf(event: Source): PressedKey {
  return {
    key: event.key,
    code: event.code,
    ctrl: event.ctrlKey,
    alt: event.altKey,
    shift: event.shiftKey,
    meta: event.metaKey,
    altGraph: event.getModifierState("AltGraph"),
    isComposing: event.isComposing || event.keyCode === COMPOSING_KEY_CODE,
  };
}

/** On a Mac, Command takes the role of Ctrl. */
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** Only the operators of the number pad differ from the main keys; its digits, point and Enter do not. */
const PAD_OPERATORS: ReadonlySet<string> = new Set(["NumpadAdd", "NumpadSubtract", "NumpadMultiply", "NumpadDivide"]);
const NO_KEYS: ReadonlySet<string> = new Set([
  "Control",
  "Shift",
  "Alt",
  "AltGraph",
  "Meta",
  "OS",
  "CapsLock",
  "NumLock",
  "ScrollLock",
  "Fn",
  "Dead",
  "Process",
  "Unidentified",
]);

const isLetter = (key: string): boolean => /^[a-z]$/i.test(key);
const isAscii = (key: string): boolean => /^[!-~]$/.test(key);

/**
 * The possible meanings of a pressed key, the most likely first. First the printed character (`event.key`), so that a shortcut is on its
 * letter on every keyboard. Then the key's position (`event.code`): for keyboards without Latin letters, for Alt on a Mac,
 * which types other characters, and for keyboards with digits behind Shift. Empty for keys without a meaning.
 */
export function chordsOf(press: PressedKey, mac: boolean = isMac): Chord[] {
  const { key, code, shift, altGraph } = press;
  if (press.isComposing || (press.meta && !mac)) return [];
  const ctrl = !altGraph && (press.ctrl || press.meta);
  const alt = !altGraph && press.alt;
  const write = (name: string, withShift: boolean): Chord =>
    `${ctrl ? "Ctrl+" : ""}${alt ? "Alt+" : ""}${withShift ? "Shift+" : ""}${name}`;
  const chords: Chord[] = [];
  if (PAD_OPERATORS.has(code)) chords.push(write(code, shift));
  if (key === " ") chords.push(write("Space", shift));
  else if (key.length > 1) {
    if (!NO_KEYS.has(key)) chords.push(write(key, shift));
  } else if (isLetter(key)) chords.push(write(key.toUpperCase(), shift));
  else if (isAscii(key)) chords.push(write(key, false));
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code) ?? [];
  if (letter !== undefined && (alt || !isAscii(key)) && key.length === 1) chords.push(write(letter, shift));
  if (digit !== undefined) chords.push(write(digit, shift));
  return [...new Set(chords)];
}

const bare = (chord: Chord): string => chord.replace(/^(Ctrl\+|Alt\+|Shift\+)+(?=.)/, "");
const EDITING: ReadonlySet<string> = new Set([
  "Backspace",
  "Delete",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "Space",
]);

/**
 * Whether the key edits text in a field. The Ctrl keys of fields are reserved, see `reservedReason`.
 * @param isNumeric the field takes digits only, so that letters are free for commands
 */
export function typesText(chord: Chord, isNumeric = false): boolean {
  if (/^(Ctrl|Alt)\+/.test(chord)) return /Ctrl\+.*(Arrow|Backspace|Delete|Home|End)/.test(chord);
  const key = bare(chord);
  return EDITING.has(key) || (isNumeric ? /^[0-9]$/.test(key) : key.length === 1);
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  NumpadAdd: "Num +",
  NumpadSubtract: "Num −",
  NumpadMultiply: "Num ×",
  NumpadDivide: "Num ÷",
  Escape: "Esc",
  PageUp: "Page up",
  PageDown: "Page down",
};

/** The key as text: 'Ctrl+Enter', 'Shift+←'. */
export function chordText(chord: Chord, mac: boolean = isMac): string {
  const key = bare(chord);
  const modifiers = chord.slice(0, chord.length - key.length);
  const shown = mac ? modifiers.replace("Ctrl+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧") : modifiers;
  return `${shown}${NAMES[key] ?? key}`;
}

/** The key in the notation of `aria-keyshortcuts`. */
export const chordAria = (chord: Chord): string => chord.replace("Ctrl+", isMac ? "Meta+" : "Control+");
