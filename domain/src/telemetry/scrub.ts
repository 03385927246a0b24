/** Longer ones hold more than a reason. */
const MOST_LETTERS = 300;

/**
 * What in an error's words may be somebody's: each with what stands in its place. In this order: a whole quotation goes before what
 * stands in it. It takes too much rather than too little.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Drizzle puts the values of a failed query behind its text.
  [/\nparams: [\s\S]*$/, ""],
  [/(["'`“‘])[^"'`“”‘’\n]*(["'`”’]|$)/g, "[text]"],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, "[address]"],
  [/[^\s,;:()<>]+@[^\s,;:()<>]+/g, "[e-mail]"],
  // A file's name may hold blanks: all back to what cannot stand in one sentence with it.
  [/[^,;:()[\]\n]*\.(jpe?g|png|webp|hei[cf]|tiff?|avif|gif|bmp|pdf|docx?|xlsx?|csv|zip|json|txt)\b/gi, "[file]"],
  [/(^|\s)[~.]*[/\\]\S+/g, "$1[path]"],
  // Tokens, hashes, ids, and what else has no blank for so long.
  [/[A-Za-z0-9_+/=.-]{20,}/g, "[id]"],
  [/\d{5,}/g, "[number]"],
];

/** An error's words without what somebody typed, is called, or is known by. */
export function scrubPersonalData(text: string): string {
  // Cut first, for a rule may look far; a word that is cut in the middle would not be known for what it is.
  const most = 3 * MOST_LETTERS;
  const start = text.length > most ? text.slice(0, most).replace(/\S+$/, "") : text;
  const scrubbed = RULES.reduce((rest, [found, instead]) => rest.replace(found, instead), start);
  return scrubbed.slice(0, MOST_LETTERS);
}
