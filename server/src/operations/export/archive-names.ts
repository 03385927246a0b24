/** The longest name that every file system accepts, bytes of UTF-8. */
const MAX_NAME_BYTES = 255;
const NAMELESS = "photo";

/** Windows' device names with any extension. Superscript digits count as digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/**
 * Assigns names to the files of one archive. Each is a plain file name on every system, and all differ even where case does not count.
 */
export class ArchiveNames {
  readonly #taken = new Set<string>();
  /** The next free number per name: without it a thousand photos called `image.jpg` would take a million attempts. */
  readonly #next = new Map<string, number>();

  /** @param reserved names of other files in the archive */
  constructor(reserved: readonly string[] = []) {
    for (const name of reserved) this.#taken.add(keyOf(name));
  }

  /** A unique name for a file called `given`: `IMG 7.jpg`, then `IMG 7 (2).jpg`. */
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

/** A name without path separators, invisible or bidirectional characters, and characters that a system forbids. */
function plainName(given: string): string {
  const plain = given
    .toWellFormed()
    .normalize("NFC")
    // Cc control, Cf format (zero-width, bidi overrides), Zl/Zp line separators
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/[/\\:*?"<>|]/g, "_")
    .replaceAll(/\s+/g, " ")
    // Windows drops trailing dots and spaces; a leading dot hides a file on other systems.
    .replace(/[. ]+$/, "")
    .replace(/^ *\.+/, "_")
    .trim();
  if (plain === "") return NAMELESS;
  return DEVICE.test(plain) ? `_${plain}` : plain;
}

/** The name with a suffix before its extension, shortened to the maximum length. */
function fit(name: string, suffix: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, name.length - extension.length);
  const room = MAX_NAME_BYTES - extension.length - suffix.length;
  return `${shorten(stem, room)}${suffix}${extension}`;
}

/** The longest beginning of whole characters that fits into `maxBytes`. */
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
