import type { Rect } from "@precount/domain";
import type { ReactElement } from "react";
import { BOX_COLORS, boxAppearance } from "../appearance.ts";
import { type Viewport, toView } from "../viewport.ts";
import type { OverlayBox } from "./overlay-box.ts";
import { rotationTransform } from "./rotation-transform.ts";

/** Marks one pattern for all discarded boxes of the overlay. */
export const HATCH_ID = "precount-hatch";

type Props = { box: OverlayBox; isSelected: boolean; viewport: Viewport };

/** One box in the window's own pixels: the chosen one, or the one in the hand. */
export function BoxShape({ box, isSelected, viewport }: Props): ReactElement {
  const look = boxAppearance(box);
  const colour = isSelected ? BOX_COLORS.selected : look.color;
  const strokePx = isSelected ? Math.max(2.5, look.strokePx) : look.strokePx;
  return (
    <Outlined rect={box.rect} viewport={viewport} strokePx={strokePx}>
      {(place) => (
        <rect
          {...place}
          fill={look.hatched ? `url(#${HATCH_ID})` : colour}
          fillOpacity={look.hatched ? 0.6 : look.fillOpacity}
          stroke={colour}
          strokeWidth={strokePx}
          {...(look.dashed ? { strokeDasharray: "8 5" } : {})}
        />
      )}
    </Outlined>
  );
}

/** Around the box that has the keyboard's focus. An `outline` would be drawn around the upright box of a turned one. */
export const FocusRing = ({ rect, viewport }: { rect: Rect; viewport: Viewport }): ReactElement => (
  <Outlined rect={rect} viewport={viewport} strokePx={5}>
    {(place) => <rect {...place} fill="none" stroke={BOX_COLORS.selected} strokeWidth={5} />}
  </Outlined>
);

type Place = { x: number; y: number; width: number; height: number };
type OutlinedProps = {
  rect: Rect;
  viewport: Viewport;
  strokePx: number;
  children: (place: Place) => ReactElement;
};

/** Light outside, for contrast on any photo. */
function Outlined({ rect, viewport, strokePx, children }: OutlinedProps): ReactElement {
  const { scale } = viewport;
  const place = { ...toView(viewport, rect), width: rect.width * scale, height: rect.height * scale };
  return (
    <g transform={rotationTransform(place, rect.angle)}>
      <rect {...place} fill="none" stroke="#fff" strokeOpacity={0.75} strokeWidth={strokePx + 2} />
      {children(place)}
    </g>
  );
}
