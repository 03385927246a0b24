import type { PagePlace, TaskPage } from "@precount/domain";
import { type PointerEvent, type ReactElement, useState } from "react";
import result from "../Result.module.css";
import styles from "./Editor.module.css";
import { LineHandles } from "./LineHandles.tsx";
import type { CutLines, PageSize, SelectedLine } from "./cut-lines.ts";

type Props = {
  picture: TaskPage;
  size: PageSize;
  /** Null while a person draws the area. */
  lines: CutLines | null;
  selected: SelectedLine | null;
  onSelect: (line: SelectedLine | null) => void;
  onChange: (lines: CutLines) => void;
  onDraw: (area: PagePlace) => void;
};

type Point = { x: number; y: number };
/** A smaller area is a click. */
const MIN_AREA = 8;

/** The picture of a page with the lines of a table, or with the area that a person draws. */
export function EditorPicture({ picture, size, lines, selected, onSelect, onChange, onDraw }: Props): ReactElement {
  const [drawn, setDrawn] = useState<{ from: Point; to: Point } | null>(null);
  const isDrawing = lines === null;
  const pointOf = (event: PointerEvent<HTMLElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: share(event.clientX - box.left, box.width) * size.width,
      y: share(event.clientY - box.top, box.height) * size.height,
    };
  };
  const finish = (): void => {
    const area = drawn && areaOf(drawn);
    setDrawn(null);
    if (area && area.width >= MIN_AREA && area.height >= MIN_AREA) onDraw(area);
  };
  return (
    <figure className={`${result["picture"] ?? ""} ${styles["picture"] ?? ""}`}>
      {/* With the keyboard the lines are moved, or the whole page is chosen as the area. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={`${result["sheet"] ?? ""} ${isDrawing ? (styles["drawing"] ?? "") : ""}`}
        onPointerDown={(event) => {
          if (!isDrawing) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawn({ from: pointOf(event), to: pointOf(event) });
        }}
        onPointerMove={(event) => drawn && setDrawn({ ...drawn, to: pointOf(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setDrawn(null)}
      >
        <img
          src={picture.pictureUrl}
          width={picture.width}
          height={picture.height}
          alt={`Page ${picture.number}`}
          draggable={false}
        />
        {lines && <LineHandles lines={lines} size={size} selected={selected} onSelect={onSelect} onChange={onChange} />}
        {drawn && <Area area={areaOf(drawn)} size={size} />}
      </div>
    </figure>
  );
}

/** The part of a length, from 0 to 1. */
const share = (at: number, length: number): number => Math.max(0, Math.min(1, at / length));

const areaOf = ({ from, to }: { from: Point; to: Point }): PagePlace => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(from.x - to.x),
  height: Math.abs(from.y - to.y),
});

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

const Area = ({ area, size }: { area: PagePlace; size: PageSize }): ReactElement => (
  <span
    aria-hidden
    className={result["frame"]}
    style={{
      left: percent(area.x, size.width),
      top: percent(area.y, size.height),
      width: percent(area.width, size.width),
      height: percent(area.height, size.height),
    }}
  />
);
