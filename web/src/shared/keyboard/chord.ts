/**
 * A key as the map writes it: modifiers in this order, then the key, as in `Ctrl+Shift+Z`, `Alt+1`, `?`, `ArrowLeft`,
 * `NumpadAdd`. Letters are upper-case; with any other character Shift is not written, since what one needs it for differs from
 * keyboard to keyboard and the character says it already.
 */
export type Chord = string;

/** What a keyboard event says, and nothing of the browser's. */
export type PressedKey = {
  key: string;
  code: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
  meta: boolean;
  /** AltGr: it only helps to type a character, though Windows says Ctrl and Alt are held. */
  altGraph: boolean;
  /** A key of an input method: it belongs to the word that is being written. */
  isComposing: boolean;
};

type Source = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "altKey" | "shiftKey" | "metaKey" | "isComposing" | "keyCode" | "getModifierState"
>;

/** Safari says 229, and nothing else, of the key that ends a composition. */
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

/** On a Mac Command is what Ctrl is elsewhere. */
const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");

/** The operators have a place of their own; digits, point and Enter of the number pad are what they are elsewhere. */
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
 * What a press may mean, the likeliest first: what is printed on the key (`event.key`: a shortcut is where its letter is, on
 * any keyboard), then where the key is (`event.code`), for keyboards that write no Latin letters, for Alt, with which a
 * Mac writes other characters, and for rows that give digits only with Shift. Empty for what is no key of ours.
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

/** Whether a field wants it: it writes, deletes or moves within the text. Its own Ctrl keys are `reservedReason`'s. */
export function typesText(chord: Chord): boolean {
  if (/^(Ctrl|Alt)\+/.test(chord)) return /Ctrl\+.*(Arrow|Backspace|Delete|Home|End)/.test(chord);
  const key = bare(chord);
  return key.length === 1 || EDITING.has(key);
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

/** As it stands on a key: 'Ctrl+Enter', 'Shift+←'. */
export function chordText(chord: Chord, mac: boolean = isMac): string {
  const key = bare(chord);
  const modifiers = chord.slice(0, chord.length - key.length);
  const shown = mac ? modifiers.replace("Ctrl+", "⌘").replace("Alt+", "⌥").replace("Shift+", "⇧") : modifiers;
  return `${shown}${NAMES[key] ?? key}`;
}

/** As `aria-keyshortcuts` has it. */
export const chordAria = (chord: Chord): string => chord.replace("Ctrl+", isMac ? "Meta+" : "Control+");
