declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page to open after signing in. */
    returnTo?: string | undefined;
  }
}

/** Paths of this app, without the sign-in pages and without protocol-relative URLs. */
const RETURNABLE_PATH = /^\/(?![/\\]|(?:login|logout|password|second-factor|msal-spa-response)(?:[/?#]|$))/;

/** History state with the URL to open after signing in. */
export const returnToState = (href: string | undefined): { returnTo?: string } =>
  href !== undefined && href !== "/" && RETURNABLE_PATH.test(href) ? { returnTo: href } : {};

const KEY = "wanted";

/** Stores the return URL in this tab while the work-account provider's page is open. */
export function storeReturnTo(href: string | undefined): void {
  const { returnTo } = returnToState(href);
  if (returnTo === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, returnTo);
}

/** Reads the stored return URL and removes it. */
export function consumeReturnTo(): string | undefined {
  const { returnTo } = returnToState(sessionStorage.getItem(KEY) ?? undefined);
  sessionStorage.removeItem(KEY);
  return returnTo;
}
