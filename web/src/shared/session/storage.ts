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

/** The keys a person chose, under their own id: the next one at this computer has others. Null: the usual ones. */
const KEYS = "keys.";
export const storedKeys = (userSid: string): string | null => localStorage.getItem(KEYS + userSid);
export function storeKeys(userSid: string, text: string | null): void {
  if (text === null) localStorage.removeItem(KEYS + userSid);
  else localStorage.setItem(KEYS + userSid, text);
}

/** What a person's exports hold, under their own id as their keys are. Null: nothing was ever chosen. */
const EXPORT = "export.";
export const storedExport = (userSid: string): string | null => localStorage.getItem(EXPORT + userSid);
export const storeExport = (userSid: string, text: string): void => localStorage.setItem(EXPORT + userSid, text);

/** Who has been shown around, under their own id: nobody is shown around twice unasked. */
const TOUR = "tour.";
export const isTourSeen = (userSid: string): boolean => localStorage.getItem(TOUR + userSid) !== null;
export const storeTourSeen = (userSid: string): void => localStorage.setItem(TOUR + userSid, "seen");

/** What a page has not put anywhere else yet (decision 43: edits not yet sent survive, keyed by user). */
const LAST_WORDS = "lastWords.";
export const isUnloadJournalKey = (userSid: string, key: string): boolean => key.startsWith(`${LAST_WORDS}${userSid}.`);
/** The pages of this browser, gone or not, that left words of this person. */
export const pagesWithUnloadJournal = (userSid: string): string[] =>
  Object.keys(localStorage).flatMap((key) =>
    isUnloadJournalKey(userSid, key) ? [key.slice(`${LAST_WORDS}${userSid}.`.length)] : [],
  );
export const readUnloadJournal = (userSid: string, page: string): string | null =>
  localStorage.getItem(`${LAST_WORDS}${userSid}.${page}`);
export function writeUnloadJournal(userSid: string, page: string, text: string | null): void {
  const key = `${LAST_WORDS}${userSid}.${page}`;
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
}

/** What taking photos for an event needs to know without a network. It goes with everything else of the person. */
const CAPTURE = "capture.";
const LAST_CAPTURE = "capture";
export const storedCapture = (slug: string): string | null => localStorage.getItem(CAPTURE + slug);
export function storeCapture(slug: string, text: string): void {
  try {
    localStorage.setItem(CAPTURE + slug, text);
    localStorage.setItem(LAST_CAPTURE, slug);
  } catch {
    // Full: then this event opens with a network only.
  }
}
/** The event that photos were last taken for on this device. */
export const lastCapturedSlug = (): string | null => localStorage.getItem(LAST_CAPTURE);

/**
 * Everything of this person goes, but the remembered e-mail, the menu's state and edits not yet sent stay (decision 43),
 * and the keys and the exports' columns people chose, and that they were shown around: nobody begins anew each morning.
 */
export function clearStorage(): void {
  const keys = Object.keys(localStorage).filter((key) =>
    [KEYS, EXPORT, TOUR, LAST_WORDS].some((own) => key.startsWith(own)),
  );
  const kept = [EMAIL, COLLAPSED, ...keys].map((key) => [key, localStorage.getItem(key)] as const);
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
}
