import type { MouseEvent } from "react";

const OWN_CLICKS = "a, button, input, label";

/** Makes a table row open its item on click. Links and controls in the row keep their own clicks. */
export const clickableRow = (open: () => void, className = "") => ({
  className: `pc-clickable ${className}`,
  onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
    // React also reports clicks in a dropdown of the row, which is elsewhere in the DOM.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest(OWN_CLICKS) === null) open();
  },
});
