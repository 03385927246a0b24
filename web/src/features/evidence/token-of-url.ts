const KEY = "precount.evidence";

/**
 * The token of the URL's fragment, which browsers send to no server. It is removed from the address bar, so that it is in no screenshot
 * and no history, and kept in this tab until the link is opened: a passcode may still be needed after a reload.
 */
export function takeToken(): string | null {
  const token = location.hash.slice(1);
  if (token === "") return sessionStorage.getItem(KEY);
  sessionStorage.setItem(KEY, token);
  history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}

export const forgetToken = (): void => sessionStorage.removeItem(KEY);
