/** What file systems and people can bear; the end with its extension is kept. */
const MAX_NAME_LENGTH = 255;

/**
 * The uploader's name for a file as text to be shown, never a path: the last part of it, in one form of
 * Unicode, free of control, bidirectional-override and other invisible characters.
 * @param nameless what it is called when nothing is left
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
  // Not between the halves of one character.
  return `${stem.replace(/[\uD800-\uDBFF]$/, "")}${extension}`;
}
