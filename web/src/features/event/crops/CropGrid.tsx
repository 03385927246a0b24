import { useSize } from "@precount/annotator/react";
import type { WallGroup } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, useMemo, useRef } from "react";
import { CropCell, cellId } from "./CropCell.tsx";
import styles from "./CropWall.module.css";
import { countOf } from "./count-of.ts";
import type { Selection } from "./use-selection.ts";
import { useDragSelection } from "./use-drag-selection.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { useWallScroll } from "./use-wall-scroll.ts";
import type { WallItem } from "./wall-items.ts";
import { type WallLayout, drawnSections, frameOf, layOut, placeIn } from "./wall-layout.ts";

/** Rendered above and below the visible part, so that scrolling does not show gaps. */
const SPARE_PX = 400;
/** The rendered part moves in steps, so that most scrolling renders nothing. */
const STEP_PX = 200;

/** The margin of the wall in its scroller, as in the style sheet. */
const MARGIN_PX = 3;

type Props = {
  slug: string;
  /** Names grouping and filters, to which the stored scroll position belongs. */
  view: string;
  groups: readonly WallGroup<WallItem>[];
  /** The crops of all groups in order. */
  items: readonly WallItem[];
  selection: Selection;
  wrong: ReadonlySet<string>;
  onKey: (key: string) => boolean;
  onOpen: (index: number) => void;
};

/** The crops in groups. Only the visible ones are rendered. */
export function CropGrid(props: Props): ReactElement {
  const { slug, view, groups, items, selection, onKey, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const width = size?.width ?? 0;
  const layout = useMemo(() => layOut(width > 0 ? groups : [], Math.max(1, width - 2 * MARGIN_PX)), [groups, width]);
  const viewPx = size?.height ?? 0;
  const { step, onScroll, show } = useWallScroll({ slug, view, items, layout, scroller, stepPx: STEP_PX, selection });
  const drag = useDragSelection({ scroller, layout, selection, onOpen });
  const onKeyDown = useGridKeys({ layout, selection, viewPx, show, onKey, onOpen });
  const active = items[selection.active];
  return (
    <div
      ref={scroller}
      className={styles["scroller"]}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot show images
      role="listbox"
      tabIndex={0}
      aria-label="Crops"
      aria-multiselectable
      aria-activedescendant={active && cellId(active.id)}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      {...drag}
    >
      <div role="presentation" className={styles["wall"]} style={{ height: layout.height }}>
        <Sections {...props} layout={layout} from={step * STEP_PX} viewPx={viewPx} />
      </div>
    </div>
  );
}

type SectionsProps = Props & { layout: WallLayout; from: number; viewPx: number };

function Sections({ layout, items, selection, wrong, from, viewPx }: SectionsProps): ReactElement[] {
  const drawn = drawnSections(layout, Math.max(0, from - SPARE_PX), from + STEP_PX + viewPx + SPARE_PX);
  return drawn.map(({ section, from: first, to }) => {
    const frame = frameOf(layout, section);
    const indexes = Array.from({ length: to - first }, (_, at) => first + at);
    const isActiveInside = selection.active >= section.from && selection.active < section.from + section.count;
    // The active crop exists for assistive technology, wherever it is.
    if (isActiveInside && (selection.active < first || selection.active >= to)) indexes.push(selection.active);
    return (
      <div
        key={section.key}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options
        role="group"
        aria-label={section.title}
        className={styles["section"]}
        style={{ top: section.top, height: section.height }}
      >
        <div role="presentation" className={styles["heading"]}>
          <b>{section.title}</b>
          <span className="pc-quiet">{countOf(section.count)}</span>
          <Button
            type="link"
            size="small"
            tabIndex={-1}
            aria-hidden
            onClick={() => selection.add(section.from, section.from + section.count)}
          >
            Select all
          </Button>
        </div>
        {indexes.map((index) => {
          const item = items[index];
          if (!item) return null;
          const { left, top } = placeIn(layout, section, index);
          return (
            <CropCell
              key={item.id}
              item={item}
              index={index}
              total={layout.count}
              left={left}
              top={top}
              frameWidth={frame.width}
              frameHeight={frame.height}
              isSelected={selection.selected.has(item.id)}
              isActive={index === selection.active}
              isWrong={wrong.has(item.id)}
            />
          );
        })}
      </div>
    );
  });
}
