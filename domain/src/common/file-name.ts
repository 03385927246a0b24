/** Longer names are cut before the extension. */
const MAX_NAME_LENGTH = 255;

/**
 * Cleans the name of an uploaded file for display: without its path, in Unicode's NFC form, and without control, bidirectional and
 * other invisible characters.
 * @param nameless the name when nothing is left
 */
export function cleanFileName(given: string | undefined, nameless = "photo"): string {
  const base = (given ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = base
    .normalize("NFC")
    // Cc control, Cf format (zero-width, bidi overrides), Cs lone surrogates, Zl/Zp line separators
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (clean === "" || /^\.+$/.test(clean)) return nameless;
  return shorten(clean);
}

function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, MAX_NAME_LENGTH - extension.length);
  // A cut must not leave half of a surrogate pair.
  return `${stem.replace(/[\uD800-\uDBFF]$/, "")}${extension}`;
}
