import type { ReactElement } from "react";
import { BOX_COLOURS, boxAppearance } from "../appearance.ts";
import type { OverlayBox } from "./overlay-box.ts";

type Props = { box: OverlayBox; isSelected: boolean };

/** Marks one pattern for all discarded boxes of the overlay. */
export const HATCH_ID = "precount-hatch";

/**
 * A box, drawn twice: light outside and dark beneath for contrast on any photo. `--px` is one CSS pixel in
 * the photo's own pixels, so strokes keep their width at any zoom without React drawing again.
 */
export function Box({ box, isSelected }: Props): ReactElement {
  const look = boxAppearance(box);
  const { x, y, width, height, angle } = box.rect;
  const colour = isSelected ? BOX_COLOURS.selected : look.colour;
  const strokePx = isSelected ? Math.max(2.5, look.strokePx) : look.strokePx;
  const place = { x, y, width, height };
  return (
    // SVG has no <button>.
    <g
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="button"
      tabIndex={0}
      aria-label={box.name}
      aria-pressed={isSelected}
      data-index={box.index}
      {...(angle ? { transform: `rotate(${angle} ${x + width / 2} ${y + height / 2})` } : {})}
      style={{ outline: "none", cursor: "pointer" }}
    >
      <rect
        {...place}
        fill="transparent"
        stroke="#fff"
        strokeOpacity={0.75}
        style={{ strokeWidth: `calc(${strokePx + 2} * var(--px))` }}
      />
      <rect
        {...place}
        className="precount-box-line"
        fill={look.hatched ? `url(#${HATCH_ID})` : colour}
        fillOpacity={look.hatched ? 0.6 : look.fillOpacity}
        stroke={colour}
        style={{
          strokeWidth: `calc(${strokePx} * var(--px))`,
          ...(look.dashed ? { strokeDasharray: "calc(8 * var(--px)) calc(5 * var(--px))" } : {}),
        }}
      />
    </g>
  );
}
