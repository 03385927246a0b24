import { parse } from "bowser";

/** Longer ones are nobody's browser, and parsing is by regular expressions. */
const LONGEST = 400;

/**
 * A browser's User-Agent in a few words, such as 'Chrome on Windows'; null when it says nothing. Whatever it holds, only names
 * that the library knows come out.
 */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent?.trim()) return null;
  const { browser, os } = parse(userAgent.slice(0, LONGEST));
  const known = [browser.name, os.name].map((name) => (name && /^[\w .+/()-]{1,40}$/.test(name) ? name : null));
  return known.filter((name) => name !== null).join(" on ") || "Unknown device";
}
