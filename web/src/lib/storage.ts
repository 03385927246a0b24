import { SIDEBAR_STORAGE_KEY } from "@precount/domain";

/** The web's places in local storage, and the only code that touches them. */
const SESSION = "session";
const EMAIL = "email";
const COLLAPSED = SIDEBAR_STORAGE_KEY;

/** The session's id, no secret (decision 42): it says "signed in" to the app and travels in a header. */
export const storedSessionId = (): string | null => localStorage.getItem(SESSION);
export const storeSessionId = (id: string): void => localStorage.setItem(SESSION, id);

export const rememberedEmail = (): string => localStorage.getItem(EMAIL) ?? "";
export function rememberEmail(email: string | null): void {
  if (email === null) localStorage.removeItem(EMAIL);
  else localStorage.setItem(EMAIL, email);
}

export const isMenuCollapsed = (): boolean => localStorage.getItem(COLLAPSED) === "true";
export const storeMenuCollapsed = (collapsed: boolean): void => localStorage.setItem(COLLAPSED, String(collapsed));

/** Everything of this person goes, but the remembered e-mail and the menu's state stay (decision 43). */
export function clearStorage(): void {
  const kept = [EMAIL, COLLAPSED].map((key) => [key, localStorage.getItem(key)] as const);
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
}
