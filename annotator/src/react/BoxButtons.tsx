import { type ReactElement, memo, useMemo } from "react";
import { boxPath } from "./box-path.ts";
import { type OverlayBox, sortLargestFirst, hasSameAppearance } from "./overlay-box.ts";

type Props = { boxes: readonly OverlayBox[]; selected: number | null };

/** Every box as something to press, to go to with Tab and to hear of. They are not seen: `BoxLines` draws them all at once. */
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
    // SVG has no <button>.
    <path
      d={boxPath(box.rect)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="button"
      tabIndex={0}
      aria-label={box.name}
      aria-pressed={isSelected}
      data-index={box.index}
    />
  ),
  (a, b) => a.isSelected === b.isSelected && hasSameAppearance(a.box, b.box),
);

/** Whose button an event is about; null when it is none's. */
export const boxIndexOf = (target: EventTarget): number | null => {
  const index = target instanceof Element ? target.closest("[data-index]")?.getAttribute("data-index") : null;
  return index === null || index === undefined ? null : Number(index);
};
