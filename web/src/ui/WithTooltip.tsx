import { type ReactElement, cloneElement } from "react";

type Props = {
  /** What it does and its key; empty: nothing is to be said. */
  title: string;
  /** Also for a finger, and for who comes by Tab: a reason must be read, a hint would only stay open after the tap. */
  showOnTouch?: boolean;
  /** An element that passes `data-…` on to the page. */
  children: ReactElement;
};

/**
 * Words for whoever hovers. They are only noted here; `HintHost` shows those of whatever the pointer is on: a screen has a
 * hundred of them, of which one is seen at a time, and a tooltip each took longer to draw than what they explain.
 */
export const WithTooltip = ({ title, showOnTouch: onTouch = false, children }: Props): ReactElement =>
  cloneElement(children, tooltipAttributes(title, onTouch));

/** The same for what another component takes by the hand, and so cannot be inside a `Hint`. */
export const tooltipAttributes = (
  title: string,
  onTouch = false,
): Readonly<Record<`data-${string}`, string | undefined>> => ({
  "data-hint": title === "" ? undefined : title,
  "data-hint-must": onTouch ? "" : undefined,
});
