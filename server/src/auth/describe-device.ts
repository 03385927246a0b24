import { parse } from "bowser";

/** No browser sends more, and the parser uses regular expressions, whose time grows with the length. */
const MAX_LENGTH = 400;

/**
 * Describes a User-Agent, for example "Chrome on Windows"; null without one. The result contains only names that the parser knows,
 * never text of the header.
 */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent?.trim()) return null;
  const { browser, os } = parse(userAgent.slice(0, MAX_LENGTH));
  const known = [browser.name, os.name].map((name) => (name && /^[\w .+/()-]{1,40}$/.test(name) ? name : null));
  return known.filter((name) => name !== null).join(" on ") || "Unknown device";
}
