/** Maximum length; longer messages contain more than a reason. */
const MAX_LENGTH = 300;

/**
 * Patterns of possibly personal data and their replacements, in order: a quotation is removed as a whole before the
 * patterns inside it. They remove too much rather than too little.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Drizzle appends the values of a failed query to its text.
  [/\nparams: [\s\S]*$/, ""],
  [/(["'`“‘])[^"'`“”‘’\n]*(["'`”’]|$)/g, "[text]"],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "[address]"],
  [/[^\s,;:()<>]+@[^\s,;:()<>]+/g, "[e-mail]"],
  // A file name may contain spaces, so everything back to a punctuation mark is removed.
  [/[^,;:()[\]\n]*\.(jpe?g|png|webp|hei[cf]|tiff?|avif|gif|bmp|pdf|docx?|xlsx?|csv|zip|json|txt)\b/gi, "[file]"],
  [/(^|\s)[~.]*[/\\]\S+/g, "$1[path]"],
  // Tokens, hashes, ids and other long words.
  [/[A-Za-z0-9_+/=.-]{20,}/g, "[id]"],
  [/\d{5,}/g, "[number]"],
];

/** Removes personal data from an error message. */
export function scrubPersonalData(text: string): string {
  // Cut first to limit the patterns' running time, at a word's end, because part of a word would not match.
  const most = 3 * MAX_LENGTH;
  const start = text.length > most ? text.slice(0, most).replace(/\S+$/, "") : text;
  const scrubbed = RULES.reduce((rest, [found, instead]) => rest.replace(found, instead), start);
  return scrubbed.slice(0, MAX_LENGTH);
}
