import type { Rect } from "@precount/domain";
import { type ReactElement, memo, useMemo } from "react";
import { type BoxAppearance, boxAppearance } from "../appearance.ts";
import type { Viewport } from "../viewport.ts";
import { HATCH_ID } from "./BoxShape.tsx";
import { boxPath } from "./box-path.ts";
import type { OverlayBox } from "./overlay-box.ts";
import { useDebouncedStore } from "./use-debounced-store.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Props = {
  boxes: readonly OverlayBox[];
  /** Drawn by `ActiveBoxes` instead. */
  hiddenIndexes: readonly (number | null)[];
  control: ViewportControl;
};
/**
 * Boxes with the same appearance. Each grid cell of the photo has its own path, so that the browser only paints the
 * cells it needs.
 */
type Group = { key: string; appearance: BoxAppearance; cells: [key: string, d: string][] };

/**
 * Draws all boxes: a thousand boxes become a few dozen SVG elements. Each outline has a light outer stroke for
 * contrast on any photo. Stroke widths do not depend on the zoom.
 */
export const BoxOutlines = memo(({ boxes, hiddenIndexes: except, control }: Props): ReactElement => {
  const scale = useDebouncedStore(control.store, needsNewStrokeWidth)?.scale ?? 1;
  const groups = useMemo(() => groupByAppearance(boxes, except), [boxes, except]);
  return (
    <>
      {groups.map(({ key, appearance, cells }) => (
        <g key={key} fill="none" stroke="#fff" strokeOpacity={0.75} strokeWidth={(appearance.strokePx + 2) / scale}>
          <Outlines cells={cells} />
        </g>
      ))}
      {groups.map(({ key, appearance, cells }) => (
        <g
          key={key}
          fill={appearance.isHatched ? `url(#${HATCH_ID})` : appearance.fillOpacity > 0 ? appearance.color : "none"}
          fillOpacity={appearance.isHatched ? 0.6 : appearance.fillOpacity}
          stroke={appearance.color}
          strokeWidth={appearance.strokePx / scale}
          {...(appearance.isDashed ? { strokeDasharray: `${8 / scale} ${5 / scale}` } : {})}
        >
          <Outlines cells={cells} />
        </g>
      ))}
    </>
  );
});

/**
 * During a zoom gesture the strokes scale with the photo up to this factor, because repainting takes longer than one
 * frame.
 */
const MAX_STROKE_GROWTH = 3;

const needsNewStrokeWidth = (settled: Viewport, { scale }: Viewport): boolean =>
  Math.max(scale / settled.scale, settled.scale / scale) > MAX_STROKE_GROWTH;

const Outlines = memo(({ cells }: Pick<Group, "cells">): ReactElement => (
  <>
    {cells.map(([key, d]) => (
      <path key={key} d={d} />
    ))}
  </>
));

/** Photo pixels: about a sixth of a photo's width, with about 25 of 1,000 boxes. */
const CELL_PX = 640;
const cellOf = ({ x, y }: Rect): string => `${Math.floor(x / CELL_PX)} ${Math.floor(y / CELL_PX)}`;

/** Sorted by stroke width, so that doubtful boxes are painted above the others. */
function groupByAppearance(boxes: readonly OverlayBox[], except: Props["hiddenIndexes"]): Group[] {
  const groups = new Map<string, { appearance: BoxAppearance; cells: Map<string, string> }>();
  for (const box of boxes) {
    if (except.includes(box.index)) continue;
    const appearance = boxAppearance(box);
    const key = JSON.stringify(appearance);
    const group = groups.get(key) ?? { appearance, cells: new Map<string, string>() };
    const cell = cellOf(box.rect);
    group.cells.set(cell, (group.cells.get(cell) ?? "") + boxPath(box.rect));
    groups.set(key, group);
  }
  return [...groups]
    .map(([key, { appearance, cells }]) => ({ key, appearance, cells: [...cells] }))
    .toSorted((a, b) => a.appearance.strokePx - b.appearance.strokePx);
}
