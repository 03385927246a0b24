/** Does it once what is done now can be seen, for what need not be seen in the same moment; in the order of the calls. */
export const afterPaint = (act: () => void): void => void requestAnimationFrame(() => setTimeout(act));
