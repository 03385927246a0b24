/** Whether `pg` accepts the URL. It also accepts Unix sockets without a host (`postgresql://user@/database?host=/run`). */
export function isDatabaseAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text)) return false;
  const url = URL.parse(text.replace("@/", "@localhost/"));
  return url !== null && url.hash === "" && /^\/[^/]+$/.test(url.pathname);
}

/** Whether the URL has no path: pages and cookies need an origin of their own. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.pathname === "/" && url.search + url.hash + url.username + url.password === "";
}

export const hasHost = (text: string): boolean => Boolean(URL.parse(text)?.hostname);

/** Whether a host name, as in a URL or in HOST, is this machine's loopback. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[?::1\]?)$/.test(hostname);

/** Parses `host:port` or the path of a Unix socket. */
export function toSocketAddress(text: string): { path: string } | { host: string; port: number } {
  const [host = "", port] = text.split(":");
  return port === undefined ? { path: text } : { host, port: Number(port) };
}

/** Shorter names resemble too many others. */
const MIN_LETTERS = 6;

/** Environment variables that are set and are one typo away from a setting that is not set. */
export function findMisspelledSettings(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): { given: string; meant: string }[] {
  const missing = names.filter((name) => name.length >= MIN_LETTERS && !environment[name]);
  return Object.keys(environment).flatMap((given) => {
    if (names.includes(given)) return [];
    const meant = missing.find((name) => isOneTypoApart(given, name));
    return meant === undefined ? [] : [{ given, meant }];
  });
}

/** Whether one letter was added, removed or replaced, or two neighbors were swapped. */
function isOneTypoApart(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1);
  const isReplaced = short.slice(from + 1) === long.slice(from + 1);
  const isSwapped =
    short[from] === long[from + 1] && short[from + 1] === long[from] && short.slice(from + 2) === long.slice(from + 2);
  return isReplaced || isSwapped;
}
