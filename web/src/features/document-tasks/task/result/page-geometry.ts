import type { PagePlace } from "@precount/domain";
import type { CSSProperties, PointerEvent } from "react";

/** The size of a page in points. */
export type PageSize = { width: number; height: number };
export type PagePoint = { x: number; y: number };

/** A part of a length of the page as a CSS percentage. */
export const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

/** The CSS position of a place over the picture of its page. */
export const frameStyle = (place: PagePlace, size: PageSize): CSSProperties => ({
  left: percent(place.x, size.width),
  top: percent(place.y, size.height),
  width: percent(place.width, size.width),
  height: percent(place.height, size.height),
});

/** The pointer's place on a page, in points, kept inside the page; `sheet` shows the whole page. */
export function pagePointAt(
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
  sheet: Element,
  size: PageSize,
): PagePoint {
  const box = sheet.getBoundingClientRect();
  return {
    x: share(clientX - box.left, box.width) * size.width,
    y: share(clientY - box.top, box.height) * size.height,
  };
}

/** The part of a length, from 0 to 1. */
const share = (at: number, length: number): number => Math.max(0, Math.min(1, at / length));
