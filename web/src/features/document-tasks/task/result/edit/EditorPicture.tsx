import type { PagePlace, TaskPage } from "@precount/domain";
import { type PointerEvent, type ReactElement, useState } from "react";
import result from "../Result.module.css";
import { type PagePoint, type PageSize, frameStyle, pagePointAt } from "../page-geometry.ts";
import styles from "./Editor.module.css";
import { LineHandles } from "./LineHandles.tsx";
import type { CutLines, SelectedLine } from "./cut-lines.ts";

type Props = {
  picture: TaskPage;
  size: PageSize;
  /** Null while a person draws the area. */
  lines: CutLines | null;
  selected: SelectedLine | null;
  onSelect: (line: SelectedLine | null) => void;
  onChange: (lines: CutLines, isMove: boolean) => void;
  onDraw: (area: PagePlace) => void;
};

/** A smaller area is a click. */
const MIN_AREA = 8;

/** The picture of a page with the lines of a table, or with the area that a person draws. */
export function EditorPicture({ picture, size, lines, selected, onSelect, onChange, onDraw }: Props): ReactElement {
  const [drawn, setDrawn] = useState<{ from: PagePoint; to: PagePoint } | null>(null);
  const isDrawing = lines === null;
  const pointOf = (event: PointerEvent<HTMLElement>): PagePoint => pagePointAt(event, event.currentTarget, size);
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
        // Gets the focus when the focused line is deleted.
        tabIndex={-1}
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
        {drawn && <span aria-hidden className={result["frame"]} style={frameStyle(areaOf(drawn), size)} />}
      </div>
    </figure>
  );
}

const areaOf = ({ from, to }: { from: PagePoint; to: PagePoint }): PagePlace => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(from.x - to.x),
  height: Math.abs(from.y - to.y),
});
