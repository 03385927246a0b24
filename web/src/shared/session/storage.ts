import { SIDEBAR_STORAGE_KEY } from "@precount/domain";

/** The keys of local storage. Only this file accesses them. */
const SESSION = "session";
const EMAIL = "email";
const COLLAPSED = SIDEBAR_STORAGE_KEY;

/** The session id, which is not secret (PD-42). Its presence means "signed in", and every request sends it in a header. */
export const storedSessionId = (): string | null => localStorage.getItem(SESSION);
export const storeSessionId = (id: string): void => localStorage.setItem(SESSION, id);
/** Calls `listener` when a session begins in another tab, until the returned function is called. */
export function onSessionStored(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === SESSION && newValue !== null) listener();
  };
  addEventListener("storage", onStorage);
  return () => removeEventListener("storage", onStorage);
}

export const rememberedEmail = (): string => localStorage.getItem(EMAIL) ?? "";
export function rememberEmail(email: string | null): void {
  if (email === null) localStorage.removeItem(EMAIL);
  else localStorage.setItem(EMAIL, email);
}

export const isMenuCollapsed = (): boolean => localStorage.getItem(COLLAPSED) === "true";
export const storeMenuCollapsed = (collapsed: boolean): void => localStorage.setItem(COLLAPSED, String(collapsed));

/** Custom keyboard shortcuts, per user id because several people share a computer. Null for the defaults. */
const KEYS = "keys.";
export const storedKeys = (userSid: string): string | null => localStorage.getItem(KEYS + userSid);
export function storeKeys(userSid: string, text: string | null): void {
  if (text === null) localStorage.removeItem(KEYS + userSid);
  else localStorage.setItem(KEYS + userSid, text);
}

/** The columns of a user's report exports, per user id. Null when the user never changed them. */
const EXPORT = "export.";
export const storedExport = (userSid: string): string | null => localStorage.getItem(EXPORT + userSid);
export const storeExport = (userSid: string, text: string): void => localStorage.setItem(EXPORT + userSid, text);

/** How a user last showed an event's images, per user id. Null when the user never chose. */
const IMAGE_VIEW = "imageView.";
export const storedImageView = (userSid: string): string | null => localStorage.getItem(IMAGE_VIEW + userSid);
export const storeImageView = (userSid: string, view: string): void => localStorage.setItem(IMAGE_VIEW + userSid, view);

/** Whether a user has seen the demo tour, per user id: it is offered once. */
const TOUR = "tour.";
export const isTourSeen = (userSid: string): boolean => localStorage.getItem(TOUR + userSid) !== null;
export const storeTourSeen = (userSid: string): void => localStorage.setItem(TOUR + userSid, "seen");

/** Edits that a closed page has not stored elsewhere yet, per user id and page. They survive logout (PD-43). */
const UNLOAD_JOURNAL = "lastWords.";
export const isUnloadJournalKey = (userSid: string, key: string): boolean =>
  key.startsWith(`${UNLOAD_JOURNAL}${userSid}.`);
/** The pages in this browser, open or closed, with an unload journal of this user. */
export const pagesWithUnloadJournal = (userSid: string): string[] =>
  Object.keys(localStorage).flatMap((key) =>
    isUnloadJournalKey(userSid, key) ? [key.slice(`${UNLOAD_JOURNAL}${userSid}.`.length)] : [],
  );
export const readUnloadJournal = (userSid: string, page: string): string | null =>
  localStorage.getItem(`${UNLOAD_JOURNAL}${userSid}.${page}`);
export function writeUnloadJournal(userSid: string, page: string, text: string | null): void {
  const key = `${UNLOAD_JOURNAL}${userSid}.${page}`;
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
}

/** Data that taking photos for an event needs offline. Cleared at logout. */
const CAPTURE = "capture.";
const LAST_CAPTURE = "capture";
export const storedCapture = (slug: string): string | null => localStorage.getItem(CAPTURE + slug);
export function storeCapture(slug: string, text: string): void {
  try {
    localStorage.setItem(CAPTURE + slug, text);
    localStorage.setItem(LAST_CAPTURE, slug);
  } catch {
    // Local storage is full. The event then cannot be opened offline.
  }
}
/** The event for which this device took photos last. */
export const lastCapturedSlug = (): string | null => localStorage.getItem(LAST_CAPTURE);

/** Clears the user's data at logout. PD-43 lists what is kept. */
export function clearStorage(): void {
  const keys = Object.keys(localStorage).filter((key) =>
    [KEYS, EXPORT, IMAGE_VIEW, TOUR, UNLOAD_JOURNAL].some((prefix) => key.startsWith(prefix)),
  );
  const preserved = [EMAIL, COLLAPSED, ...keys].map((key) => [key, localStorage.getItem(key)] as const);
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of preserved) if (value !== null) localStorage.setItem(key, value);
}
