import { type ReactElement, cloneElement } from "react";

type Props = {
  /** The tooltip's text, such as what a button does and its key. No tooltip when empty. */
  title: string;
  /** Also show it on touch and on keyboard focus. For reasons only: an ordinary tooltip would stay open after a tap. */
  showOnTouch?: boolean;
  /** An element that passes `data-…` attributes on to the DOM. */
  children: ReactElement;
};

/**
 * Adds a tooltip to an element as data attributes. `TooltipHost` shows the one that the pointer is on: a screen has a hundred
 * tooltips, and rendering an Ant Design tooltip for each took longer than rendering their elements (ADR-023).
 */
export const WithTooltip = ({ title, showOnTouch = false, children }: Props): ReactElement =>
  cloneElement(children, tooltipAttributes(title, showOnTouch));

/** The attributes for elements that cannot be wrapped in `WithTooltip`. */
export const tooltipAttributes = (
  title: string,
  showOnTouch = false,
): Readonly<Record<`data-${string}`, string | undefined>> => ({
  "data-tooltip": title === "" ? undefined : title,
  "data-tooltip-on-touch": showOnTouch ? "" : undefined,
});
