import { type ReactElement, memo } from "react";
import { BOX_COLOURS, boxAppearance } from "../appearance.ts";
import { type OverlayBox, looksSame } from "./overlay-box.ts";
import { turnOf } from "./turn.ts";

type Props = { box: OverlayBox; isSelected: boolean };

/** Marks one pattern for all discarded boxes of the overlay. */
export const HATCH_ID = "precount-hatch";
/** Of a caption, CSS pixels. */
const FONT_PX = 12;
const CHARACTER_PX = 7.5;

/**
 * A box, drawn twice: light outside and dark beneath for contrast on any photo. `--px` is one CSS pixel in
 * the photo's own pixels and `--scale` its inverse, so that strokes and captions keep their size at any zoom
 * without React drawing again.
 */
export const Box = memo(
  ({ box, isSelected }: Props): ReactElement => (
    <>
      {/* SVG has no <button>. */}
      <g
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        role="button"
        tabIndex={0}
        className="precount-box"
        aria-label={box.name}
        aria-pressed={isSelected}
        data-index={box.index}
      >
        <BoxShape box={box} isSelected={isSelected} />
      </g>
      {/* Beside the button, whose name says it all. The chosen one has its handles there, and its card beside. */}
      {!isSelected && <Caption box={box} />}
    </>
  ),
  (a, b) => a.isSelected === b.isSelected && looksSame(a.box, b.box),
);

/** What is seen of a box; also of one in the hand, which is no button. */
export function BoxShape({ box, isSelected }: Props): ReactElement {
  const look = boxAppearance(box);
  const { x, y, width, height } = box.rect;
  const colour = isSelected ? BOX_COLOURS.selected : look.colour;
  const strokePx = isSelected ? Math.max(2.5, look.strokePx) : look.strokePx;
  const place = { x, y, width, height };
  return (
    <g transform={turnOf(box.rect, box.rect.angle)}>
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

/** Above a sticker, at the left within a shelf; there only where it is no wider than its box on the screen. */
function Caption({ box: { rect, label, caption } }: { box: OverlayBox }): ReactElement {
  const neededPx = caption.length * CHARACTER_PX;
  const isShelf = label === "shelf";
  // A shelf's is inside: what counts is the band's height.
  const [sidePx, atLeastPx] = isShelf ? [rect.height, FONT_PX + 6] : [rect.width, neededPx];
  const dx = isShelf ? "6 * var(--px)" : "0px";
  const dy = isShelf ? `${FONT_PX + 3} * var(--px)` : "-5 * var(--px)";
  // On a box that stands on its head it goes to the other edge, so that nobody has to.
  const { angle = 0 } = rect;
  return (
    <g aria-hidden transform={turnOf(rect, angle > 90 && angle < 270 ? angle - 180 : angle)}>
      <text
        className="precount-caption"
        style={{
          transform: `translate(calc(${rect.x}px + ${dx}), calc(${rect.y}px + ${dy}))`,
          fontSize: `calc(${FONT_PX} * var(--px))`,
          strokeWidth: "calc(3 * var(--px))",
          // Below 0 is 0 and above 1 is 1: a switch that the zoom turns without React.
          opacity: `calc((var(--scale) * ${sidePx} - ${atLeastPx}) * 100)`,
        }}
      >
        {caption}
      </text>
    </g>
  );
}
