import { COMMON_WORDS } from "./common-words.ts";

/*
 * The commonest passwords are a few hundred words, put through the same few changes by everyone: a capital in front, 0 for o,
 * a year or 123! behind. So the rule undoes the changes and looks at what is left, instead of carrying a list of thousands.
 */

/** What fingers and alphabets lie next to each other; each also backwards. */
const WALKS = [
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
].flatMap((walk) => [walk, Array.from(walk).toReversed().join("")]);

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

/** Fewer letters than that say nothing. */
const SHORTEST_PIECE = 3;
const MOST_PIECES = 3;
/** What is hung on to a word without making it any harder: 1, 12, 2026, 2026!, !!! */
const TAIL = /^\W{0,2}\d{0,4}\W{0,3}$/u;
const DATE = /^(?:\d{2}[.\-/]?\d{2}[.\-/]?(?:19|20)\d{2}|(?:19|20)\d{2}[.\-/]?\d{2}[.\-/]?\d{2})\W?$/;

const isWalk = (text: string): boolean => WALKS.some((walk) => walk.includes(text));
const isOneLetter = (text: string): boolean => new Set(text).size === 1;
const isPiece = (text: string): boolean => COMMON_WORDS.has(text) || isWalk(text) || isOneLetter(text);

/** Whether it is nothing but common pieces, and not many. */
function isPieces(text: string, left = MOST_PIECES): boolean {
  if (text.length < SHORTEST_PIECE) return false;
  if (isPiece(text)) return true;
  if (left === 1) return false;
  for (let at = SHORTEST_PIECE; at <= text.length - SHORTEST_PIECE; at++) {
    if (isPiece(text.slice(0, at)) && isPieces(text.slice(at), left - 1)) return true;
  }
  return false;
}

const isTail = (text: string): boolean =>
  TAIL.test(text) || isWalk(text.replaceAll(/\W/g, "")) || isOneLetter(text) || DATE.test(text);

/** Whether a password is among those that are tried first: common words, runs of keys and repetitions, dressed up as everyone does. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const [, before = "", core = "", after = ""] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(lower) ?? [];
  // Joined by what separates words: Super-Man_1.
  const joined = core.replaceAll(/[\s._\-+#&]/g, "");
  const isWordDressedUp = isTail(before) && isTail(after) && (isPieces(joined) || isPieces(undoLeet(joined)));
  return isWordDressedUp || isPieces(lower.replaceAll(/\W/g, "")) || isPieces(undoLeet(lower));
}
