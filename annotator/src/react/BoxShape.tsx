import type { Rect } from "@precount/domain";
import type { ReactElement } from "react";
import { BOX_COLORS, boxAppearance } from "../appearance.ts";
import { type Viewport, toView } from "../viewport.ts";
import type { OverlayBox } from "./overlay-box.ts";
import { rotationTransform } from "./rotation-transform.ts";

/** Id of the SVG hatch pattern for discarded boxes. */
export const HATCH_ID = "precount-hatch";

type Props = { box: OverlayBox; isSelected: boolean; viewport: Viewport };

/** Draws one box in window pixels: the selected box, or the box that is being edited. */
export function BoxShape({ box, isSelected, viewport }: Props): ReactElement {
  const appearance = boxAppearance(box);
  const color = isSelected ? BOX_COLORS.selected : appearance.color;
  const strokePx = isSelected ? Math.max(2.5, appearance.strokePx) : appearance.strokePx;
  return (
    <Outlined rect={box.rect} viewport={viewport} strokePx={strokePx}>
      {(place) => (
        <rect
          {...place}
          fill={appearance.isHatched ? `url(#${HATCH_ID})` : color}
          fillOpacity={appearance.isHatched ? 0.6 : appearance.fillOpacity}
          stroke={color}
          strokeWidth={strokePx}
          {...(appearance.isDashed ? { strokeDasharray: "8 5" } : {})}
        />
      )}
    </Outlined>
  );
}

/** Ring around the box with keyboard focus. A CSS `outline` would surround the bounding box of a rotated box. */
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

/** Adds a light outer stroke for contrast on any photo. */
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
