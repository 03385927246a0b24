/** Longer names are cut before the extension. */
const MAX_NAME_LENGTH = 255;

/**
 * The name of a file for display: without its path, in Unicode's NFC form, and without control, bidirectional and other invisible
 * characters, which could reverse or hide the text around it.
 * @param nameless the name when nothing is left
 */
export function readableFileName(given: string | undefined, nameless = "photo"): string {
  const base = (given ?? "").split(/[/\\]/).at(-1) ?? "";
  const readable = base
    .normalize("NFC")
    // Cc control, Cf format (zero-width, bidi overrides), Cs lone surrogates, Zl/Zp line separators
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return readable === "" || /^\.+$/.test(readable) ? nameless : readable;
}

/** The name under which an uploaded file is stored: readable, and not too long. */
export const cleanFileName = (given: string | undefined, nameless = "photo"): string =>
  shorten(readableFileName(given, nameless));

function shorten(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  const stem = name.slice(0, MAX_NAME_LENGTH - extension.length);
  // A cut must not leave half of a surrogate pair.
  return `${stem.replace(/[\uD800-\uDBFF]$/, "")}${extension}`;
}
