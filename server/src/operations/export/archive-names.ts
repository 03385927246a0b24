/** What every file system takes for one name, bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
const NAMELESS = "photo";

/** Windows' names for devices, with whatever extension; what stands beside 9 are its superscript digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/**
 * Names for the files of one archive: whatever they are made of, each is a plain file on every system, and no two are
 * the same on any, not where case does not count either.
 */
export class ArchiveNames {
  readonly #taken = new Set<string>();
  /** The next number to try for a name that is taken: a thousand photos called `image.jpg` are not tried a million times. */
  readonly #next = new Map<string, number>();

  /** @param reserved names that the archive needs itself */
  constructor(reserved: readonly string[] = []) {
    for (const name of reserved) this.#taken.add(keyOf(name));
  }

  /** A name of its own for a file that somebody called `given`; `IMG 7.jpg`, then `IMG 7 (2).jpg`. */
  give(given: string): string {
    const plain = plainName(given);
    let name = fit(plain, "");
    const key = keyOf(name);
    let number = this.#next.get(key) ?? 2;
    for (; this.#taken.has(keyOf(name)); number += 1) name = fit(plain, ` (${number})`);
    this.#next.set(key, number);
    this.#taken.add(keyOf(name));
    return name;
  }
}

const keyOf = (name: string): string => name.normalize("NFC").toUpperCase();

/** One name, never a path; nothing invisible in it, nothing that turns its writing round or that a system minds. */
function plainName(given: string): string {
  const plain = given
    .toWellFormed()
    .normalize("NFC")
    // Cc control, Cf format (zero-width, bidi overrides), Zl/Zp line separators
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/[/\\:*?"<>|]/g, "_")
    .replaceAll(/\s+/g, " ")
    // Windows drops these at the end, and one with a dot in front is hidden elsewhere.
    .replace(/[. ]+$/, "")
    .replace(/^ *\.+/, "_")
    .trim();
  if (plain === "") return NAMELESS;
  return DEVICE.test(plain) ? `_${plain}` : plain;
}

/** The name with something before its extension, shortened so that both fit. */
function fit(name: string, suffix: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - extension.length);
  const room = MAX_NAME_BYTES - extension.length - suffix.length;
  return `${shorten(stem, room)}${suffix}${extension}`;
}

/** Whole characters as far as they fit into so many bytes. */
function shorten(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = "";
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept.replace(/[. ]+$/, "");
}
