/** Whether `pg` can read it, which knows sockets without a host (`postgresql://user@/database?host=/run`) too. */
export function isDatabaseAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false;
  const url = URL.parse(text.replace("@/", "@localhost/"));
  return url !== null && url.hash === "" && /^\/[^/]+$/.test(url.pathname);
}

/** Of a site of its own, not of a folder in one: pages and cookies are made for that. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.pathname === "/" && url.search + url.hash + url.username + url.password === "";
}

export const hasHost = (text: string): boolean => Boolean(URL.parse(text)?.hostname);

/** Shorter names are one letter from too many others. */
const LEAST_LETTERS = 6;

/** Variables that are set, are no settings, and are one slip from one that is not set. */
export function findMisspelledSettings(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): { given: string; meant: string }[] {
  const missing = names.filter((name) => name.length >= LEAST_LETTERS && !environment[name]);
  return Object.keys(environment).flatMap((given) => {
    if (names.includes(given)) return [];
    const meant = missing.find((name) => isOneSlipApart(given, name));
    return meant === undefined ? [] : [{ given, meant }];
  });
}

/** One letter more, less or other, or two that changed places. */
function isOneSlipApart(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1);
  const isOther = short.slice(from + 1) === long.slice(from + 1);
  const isSwapped =
    short[from] === long[from + 1] && short[from + 1] === long[from] && short.slice(from + 2) === long.slice(from + 2);
  return isOther || isSwapped;
}
