import { type Rect, type Size, rectBounds } from "@precount/domain";
import { type ReactElement, memo, useMemo } from "react";
import { type Viewport, toPhoto } from "../viewport.ts";
import type { OverlayBox } from "./overlay-box.ts";
import { rotationTransform } from "./rotation-transform.ts";
import { useDebouncedStore } from "./use-debounced-store.ts";
import type { ViewportControl } from "./use-viewport.ts";

/** CSS pixels. */
const FONT_PX = 12;
const CHARACTER_PX = 7.5;
/** Captions are drawn this far outside the window, as a share of its size, so that short pans need no new captions. */
const PAN_MARGIN = 0.5;

type Props = { boxes: readonly OverlayBox[]; selected: number | null; view: Size | null; control: ViewportControl };

/**
 * Captions of the boxes near the window whose caption fits the box's width on the screen. During a zoom gesture the
 * captions scale with the photo; afterwards they return to their normal size.
 */
export const Captions = memo(({ boxes, selected, view, control }: Props): ReactElement | null => {
  const viewport = useDebouncedStore(control.store);
  const legible = useMemo(
    () => (viewport && view ? boxes.filter((box) => isLegible(box, viewport) && isNear(box.rect, viewport, view)) : []),
    [boxes, viewport, view],
  );
  if (!viewport) return null;
  return (
    <g fontSize={FONT_PX / viewport.scale} strokeWidth={3 / viewport.scale}>
      {/* The selected box shows handles here, and its values in the panel. */}
      {legible.map((box) => box.index !== selected && <Caption key={box.index} box={box} scale={viewport.scale} />)}
    </g>
  );
});

/** Above a sticker; inside a shelf at its left edge. */
const Caption = memo(({ box, scale }: { box: OverlayBox; scale: number }): ReactElement => {
  const { rect, label, caption } = box;
  const [dx, dy] = label === "shelf" ? [6, FONT_PX + 3] : [0, -5];
  // On an upside-down box the caption is placed on the opposite edge, so that it is readable.
  const { angle = 0 } = rect;
  return (
    <text
      transform={rotationTransform(rect, angle > 90 && angle < 270 ? angle - 180 : angle)}
      x={rect.x + dx / scale}
      y={rect.y + dy / scale}
    >
      {caption}
    </text>
  );
});

/** A shelf's caption is inside the box, so the box's height decides. */
const isLegible = ({ label, rect, caption }: OverlayBox, { scale }: Viewport): boolean =>
  label === "shelf" ? rect.height * scale > FONT_PX + 6 : rect.width * scale > caption.length * CHARACTER_PX;

function isNear(rect: Rect, viewport: Viewport, { width, height }: Size): boolean {
  const from = toPhoto(viewport, { x: -PAN_MARGIN * width, y: -PAN_MARGIN * height });
  const to = toPhoto(viewport, { x: (1 + PAN_MARGIN) * width, y: (1 + PAN_MARGIN) * height });
  const { left, top, right, bottom } = rectBounds(rect);
  return right >= from.x && left <= to.x && bottom >= from.y && top <= to.y;
}
