/** What is the screen's own, without what stands around every screen. */
export const CONTENT_ID = "content";

/** The screen as a whole, where nothing on it has more need of the focus. */
export const focusContent = (): void => document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
