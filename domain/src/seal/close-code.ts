import { type Outcome, accept, refuse } from "../common/outcome.ts";

/** Crockford's Base32 alphabet: without I, L, O and U, which are read as other characters or words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 75 bits of the seal's hash: an installation with a million reports has two with one code with a probability of 10⁻¹¹. */
const DATA_SYMBOLS = 15;
const SYMBOLS = DATA_SYMBOLS + 1;
const GROUP = 4;

/**
 * The close code of a seal: the first 75 bits of its hash in Crockford's Base32, and a check symbol, in groups of four. Crockford's own
 * check symbol is not used, because one of its five extra characters, `*`, is not allowed in Windows' file names.
 * @param hash at least 10 bytes
 */
export function closeCodeOf(hash: Uint8Array): string {
  const symbols = Array.from({ length: DATA_SYMBOLS }, (_, at) => fiveBits(hash, at * 5));
  return group([...symbols, checkSymbol(symbols)].map((symbol) => ALPHABET.charAt(symbol)).join(""));
}

function fiveBits(bytes: Uint8Array, from: number): number {
  const at = from >> 3;
  const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  return (pair >> (11 - (from & 7))) & 31;
}

/**
 * A Reed–Solomon check symbol over GF(32): the symbols weighted with different powers of a generator. It detects every wrong symbol and
 * every two symbols that changed places.
 */
function checkSymbol(symbols: readonly number[]): number {
  let sum = 0;
  for (const symbol of symbols.toReversed()) sum = double(sum ^ symbol);
  return sum;
}

/** Multiplies by the generator of GF(32), with the polynomial x⁵ + x² + 1. */
const double = (value: number): number => ((value << 1) & 31) ^ (value & 16 ? 0b00101 : 0);

const group = (code: string): string =>
  Array.from({ length: SYMBOLS / GROUP }, (_, at) => code.slice(at * GROUP, (at + 1) * GROUP)).join("-");

/** Reads a close code as a person types it: any case, with or without hyphens, O for 0, I and L for 1. */
export function parseCloseCode(text: string): Outcome<string> {
  const typed = text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const symbols = Array.from(typed, (character) => ALPHABET.indexOf(character));
  if (symbols.length !== SYMBOLS || symbols.includes(-1)) {
    return refuse(`A close code has ${SYMBOLS} letters and digits, such as 7K2M-9QPD-4R8T-WXYZ.`, "invalid");
  }
  if (checkSymbol(symbols.slice(0, DATA_SYMBOLS)) !== symbols[DATA_SYMBOLS]) {
    return refuse("This close code has a typing error. Compare it with the report.", "invalid");
  }
  return accept(group(typed));
}

const IN_TEXT = /(?<![0-9A-Z])(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}(?![0-9A-Z])/g;

/** The close code in a file's name; null without one. */
export function closeCodeIn(fileName: string): string | null {
  for (const [found] of fileName.matchAll(IN_TEXT)) {
    const parsed = parseCloseCode(found);
    if (parsed.ok) return parsed.value;
  }
  return null;
}
