import { TextDecoder } from "node:util";

type WesternEncoding = "windows-1250" | "windows-1252";

/** The letters of languages besides a–z, in lower case. A language that is written with both code pages is left out. */
const ALPHABETS: Readonly<Record<WesternEncoding, readonly string[]>> = {
  "windows-1250": ["ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîşţ", "čćđšž"],
  "windows-1252": [
    "äöüßé",
    "àâæçéèêëîïôœùûüÿ",
    "áéíñóúüªº",
    "àçèéíïòóúü",
    "àáâãçéêíóôõúüªº",
    "àèéìíîòóùúªº",
    "áèéêëïíóöü",
    "åäöéšž",
    "æøåéäö",
    "áðéíóúýþæö",
    "äõöüšž",
  ],
};

/** One language explains nearly all letters of a list, apart from names in another language. */
const NEARLY_ALL = 0.98;
/** Otherwise the languages of windows-1250 must explain clearly more letters, because Western lists mix languages more often. */
const CLEARLY_MORE = 0.1;

const charactersOf = (encoding: WesternEncoding): string[] => {
  const decoder = new TextDecoder(encoding);
  return Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
};
const CHARACTERS = { "windows-1250": charactersOf("windows-1250"), "windows-1252": charactersOf("windows-1252") };
const isLetter = (byte: number): boolean =>
  Object.values(CHARACTERS).some((characters) => /\p{L}/u.test(characters[byte] ?? ""));

/** The bytes of each language's letters, in both cases. */
const BYTES = {
  "windows-1250": bytesOf("windows-1250"),
  "windows-1252": bytesOf("windows-1252"),
};
function bytesOf(encoding: WesternEncoding): ReadonlySet<number>[] {
  return ALPHABETS[encoding].map(
    (alphabet) =>
      new Set(
        Array.from(alphabet + alphabet.toUpperCase(), (letter) => CHARACTERS[encoding].indexOf(letter)).filter(
          (byte) => byte >= 0,
        ),
      ),
  );
}

/** The Latin-1 characters of words with a byte from 80 on. */
const WORD = /[a-z\x80-\xFF]*[\x80-\xFF][a-z\x80-\xFF]*/gi;
/** Signs of windows-1252 that are letters in windows-1250: m³, ½l and £5. */
const SIGNS =
  /(?<![a-z\x80-\xFF])[cdkm]?m[\xB2\xB3](?![a-z\x80-\xFF])|[\xBC-\xBE](?=(?:cup|g|in|kg|l|lb|oz|pt)?(?![a-z\x80-\xFF]))|[\xA3\xA5](?=\s?\d)/gi;
/**
 * Letters that Western languages do not have at this place: è, ì, ò and ù at the start of a word, where Czech has č, ě, ň and ů, and
 * õ that is not in a Portuguese õe, for the Hungarian ő.
 */
const NOT_WESTERN = /(?<![a-z\x80-\xFF])[\xC8\xCC\xD2\xD9\xE8\xEC\xF2\xF9](?=[a-z\x80-\xFF]{2})|[\xD5\xF5](?!e)/gi;

/**
 * Whether bytes are windows-1250, for Central European languages, or windows-1252: the code page with the language that explains the
 * most letters. Windows-1252 if both explain as many.
 */
export function chooseWesternEncoding(bytes: Buffer): WesternEncoding {
  const words = bytes.toString("latin1").replaceAll(SIGNS, " ").match(WORD) ?? [];
  const counts = new Map<number, number>();
  const unusual = new Map<number, number>();
  for (const word of words) {
    if (!/[a-z]/i.test(word)) continue;
    count(counts, word);
    count(unusual, (word.match(NOT_WESTERN) ?? []).join(""));
  }
  const total = sum(counts, () => true);
  const central = Math.max(...BYTES["windows-1250"].map((known) => sum(counts, (byte) => known.has(byte)) / total));
  const western = Math.max(
    ...BYTES["windows-1252"].map((known) => {
      const has = (byte: number): boolean => known.has(byte);
      return (sum(counts, has) - sum(unusual, has)) / total;
    }),
  );
  const isCentral = central > western && (central >= NEARLY_ALL || central > western + CLEARLY_MORE);
  return isCentral ? "windows-1250" : "windows-1252";
}

function count(counts: Map<number, number>, text: string): void {
  for (const character of text) {
    const byte = character.charCodeAt(0);
    if (byte >= 0x80 && isLetter(byte)) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }
}

const sum = (counts: ReadonlyMap<number, number>, has: (byte: number) => boolean): number =>
  [...counts].reduce((all, [byte, times]) => (has(byte) ? all + times : all), 0);
