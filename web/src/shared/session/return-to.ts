declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Where somebody wanted to go when they were asked to sign in. */
    returnTo?: string | undefined;
  }
}

/** Pages to sign in with are nobody's aim. */
const RETURNABLE_PATH = /^\/(?![/\\]|(?:login|logout|password|msal-spa-response)(?:[/?#]|$))/;

/** For the history's state: an address of this app to go to after signing in. */
export const returnToState = (href: string | undefined): { returnTo?: string } =>
  href !== undefined && href !== "/" && RETURNABLE_PATH.test(href) ? { returnTo: href } : {};

const KEY = "wanted";

/** Over the way to the work-account provider and back, in this tab alone. */
export function storeReturnTo(href: string | undefined): void {
  const { returnTo } = returnToState(href);
  if (returnTo === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, returnTo);
}

export function consumeReturnTo(): string | undefined {
  const { returnTo } = returnToState(sessionStorage.getItem(KEY) ?? undefined);
  sessionStorage.removeItem(KEY);
  return returnTo;
}
