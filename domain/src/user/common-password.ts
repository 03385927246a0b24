import { COMMON_WORDS } from "./common-words.ts";

/*
 * The most common passwords are a few hundred words with the same few changes: a capital at the start, 0 for o, a
 * year or 123! at the end. So this rule reverses the changes and checks the rest, instead of using a list of
 * thousands of passwords.
 */

/** Sequences of adjacent keys and letters, also backwards. */
const SEQUENCES = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn",
  "qazwsxedcrfvtgb",
  "qweasdzxc",
].flatMap((sequence) => [sequence, Array.from(sequence).toReversed().join("")]);

const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "€": "e",
};
const undoLeet = (text: string): string => text.replaceAll(/./gsu, (letter) => LEET[letter] ?? letter);

/** Shorter pieces are not significant. */
const MIN_PIECE_LENGTH = 3;
const MAX_PIECES = 3;
/** Endings that add no strength: 1, 12, 2026, 2026!, !!! */
const TAIL = /^\W{0,2}\d{0,4}\W{0,3}$/u;
const DATE = /^(?:\d{2}[.\-/]?\d{2}[.\-/]?(?:19|20)\d{2}|(?:19|20)\d{2}[.\-/]?\d{2}[.\-/]?\d{2})\W?$/;

const isSequence = (text: string): boolean => SEQUENCES.some((sequence) => sequence.includes(text));
const isOneLetter = (text: string): boolean => new Set(text).size === 1;
const isPiece = (text: string): boolean => COMMON_WORDS.has(text) || isSequence(text) || isOneLetter(text);

/** Whether a text consists of a few common pieces only. */
function isPieces(text: string, left = MAX_PIECES): boolean {
  if (text.length < MIN_PIECE_LENGTH) return false;
  if (isPiece(text)) return true;
  if (left === 1) return false;
  for (let at = MIN_PIECE_LENGTH; at <= text.length - MIN_PIECE_LENGTH; at++) {
    if (isPiece(text.slice(0, at)) && isPieces(text.slice(at), left - 1)) return true;
  }
  return false;
}

const isTail = (text: string): boolean =>
  TAIL.test(text) || isSequence(text.replaceAll(/\W/g, "")) || isOneLetter(text) || DATE.test(text);

/**
 * Whether a password is one of the first that attackers try: common words, key sequences and repetitions, with the
 * usual changes.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const [, before = "", core = "", after = ""] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(lower) ?? [];
  // Remove separators between words: Super-Man_1.
  const joined = core.replaceAll(/[\s._\-+#&]/g, "");
  const isWordDressedUp = isTail(before) && isTail(after) && (isPieces(joined) || isPieces(undoLeet(joined)));
  return isWordDressedUp || isPieces(lower.replaceAll(/\W/g, "")) || isPieces(undoLeet(lower));
}
