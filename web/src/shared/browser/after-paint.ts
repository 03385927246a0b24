/** Runs the callback after the next paint, for work that must not delay it. Callbacks run in the order of the calls. */
export const afterPaint = (callback: () => void): void => void requestAnimationFrame(() => setTimeout(callback));
