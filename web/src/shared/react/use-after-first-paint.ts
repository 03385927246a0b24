import { useDeferredValue } from "react";

let hasLeftFirstScreen = false;

/** Called when the user leaves the page's first screen. */
export function markFirstScreenLeft(): void {
  hasLeftFirstScreen = true;
}

/**
 * False in the first render of the page and true right after its first paint, so that secondary parts do not delay it. Later screens
 * render completely at once.
 */
export const useAfterFirstPaint = (): boolean => useDeferredValue(true, hasLeftFirstScreen);
