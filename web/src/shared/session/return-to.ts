declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Where somebody wanted to go when they were asked to sign in. */
    wanted?: string | undefined;
  }
}

/** Pages to sign in with are nobody's aim. */
const OWN_PLACE = /^\/(?![/\\]|(?:login|logout|password|msal-spa-response)(?:[/?#]|$))/;

/** For the history's state: an address of this app to go to after signing in. */
export const wanting = (href: string | undefined): { wanted?: string } =>
  href !== undefined && href !== "/" && OWN_PLACE.test(href) ? { wanted: href } : {};

const KEY = "wanted";

/** Over the way to the work-account provider and back, in this tab alone. */
export function keepWanted(href: string | undefined): void {
  const { wanted } = wanting(href);
  if (wanted === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, wanted);
}

export function takeWanted(): string | undefined {
  const { wanted } = wanting(sessionStorage.getItem(KEY) ?? undefined);
  sessionStorage.removeItem(KEY);
  return wanted;
}
