import { type ReactElement, memo, useMemo } from "react";
import { boxPath } from "./box-path.ts";
import { type OverlayBox, sortLargestFirst, hasSameAppearance } from "./overlay-box.ts";

type Props = { boxes: readonly OverlayBox[]; selected: number | null };

/**
 * An invisible button for every box, for pointer, keyboard and screen reader. `BoxOutlines` draws all boxes at once.
 */
export const BoxButtons = memo(({ boxes, selected }: Props): ReactElement => {
  const sorted = useMemo(() => sortLargestFirst(boxes), [boxes]);
  return (
    <>
      {sorted.map((box) => (
        <BoxButton key={box.index} box={box} isSelected={box.index === selected} />
      ))}
    </>
  );
});

const BoxButton = memo(
  ({ box, isSelected }: { box: OverlayBox; isSelected: boolean }): ReactElement => (
    <path
      d={boxPath(box.rect)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- SVG has no <button>
      role="button"
      tabIndex={0}
      aria-label={box.name}
      aria-pressed={isSelected}
      data-index={box.index}
    />
  ),
  (a, b) => a.isSelected === b.isSelected && hasSameAppearance(a.box, b.box),
);

/** The index of the box whose button an event target belongs to; null if it belongs to none. */
export const boxIndexOf = (target: EventTarget): number | null => {
  const index = target instanceof Element ? target.closest("[data-index]")?.getAttribute("data-index") : null;
  return index === null || index === undefined ? null : Number(index);
};
