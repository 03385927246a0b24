/** The id of the content area: the screen without the app's header and menu. */
export const CONTENT_ID = "content";

/** Moves the focus to the content area, when no control in it should take it. */
export const focusContent = (): void => document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });

/** Whether no control has the focus, so that a screen may give it to one. */
export const isFocusFree = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.id === CONTENT_ID;
