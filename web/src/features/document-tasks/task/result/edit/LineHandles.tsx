import type { CSSProperties, KeyboardEvent, PointerEvent, ReactElement } from "react";
import { type PageSize, pagePointAt, percent } from "../page-geometry.ts";
import styles from "./Editor.module.css";
import { isInner, moveLine, removeLine } from "./change-lines.ts";
import type { Axis, CutLines, SelectedLine } from "./cut-lines.ts";

type Props = {
  lines: CutLines;
  size: PageSize;
  selected: SelectedLine | null;
  onSelect: (line: SelectedLine | null) => void;
  onChange: (lines: CutLines, isMove: boolean) => void;
};

const NAMES = { columns: "Column line", rows: "Row line" } as const;
const KEYS = {
  columns: { ArrowLeft: -1, ArrowRight: 1 },
  rows: { ArrowUp: -1, ArrowDown: 1 },
} as const satisfies Record<Axis, Record<string, number>>;
const LARGE_STEP = 10;

/** The lines of a cut over the picture of a page. They are moved with the pointer or the arrow keys, and removed with Delete. */
export function LineHandles(props: Props): ReactElement {
  const { lines } = props;
  return (
    <>
      {lines.rows.map((_, index) => (
        // Lines have no identity but their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Handle key={index} axis="rows" index={index} {...props} />
      ))}
      {lines.columns.map((_, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Handle key={index} axis="columns" index={index} {...props} />
      ))}
    </>
  );
}

function Handle(props: Props & SelectedLine): ReactElement {
  const { axis, index, lines, size, selected, onSelect, onChange } = props;
  const own = lines[axis];
  const end = axis === "columns" ? size.width : size.height;
  const at = own[index] ?? 0;
  const change = (next: readonly number[], isMove: boolean): void => onChange({ ...lines, [axis]: [...next] }, isMove);
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const sheet = event.currentTarget.parentElement;
    if (!sheet) return;
    const { x, y } = pagePointAt(event, sheet, size);
    change(moveLine(own, index, axis === "columns" ? x : y, end), true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const keys: Readonly<Record<string, number>> = KEYS[axis];
    const step = keys[event.key];
    if (step !== undefined) {
      event.preventDefault();
      change(moveLine(own, index, at + step * (event.shiftKey ? LARGE_STEP : 1), end), true);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      if (!isInner(own, index)) return;
      // React reuses this element for the next line. With the focus here, a second Delete would remove a line that is not selected.
      event.currentTarget.parentElement?.focus();
      change(removeLine(own, index), false);
      onSelect(null);
    }
  };
  const isSelected = selected?.axis === axis && selected.index === index;
  return (
    <div
      // An input cannot be drawn as a line across the table.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={`${NAMES[axis]} ${index + 1} of ${own.length}`}
      aria-orientation={axis === "columns" ? "horizontal" : "vertical"}
      aria-valuemin={0}
      aria-valuemax={Math.round(end)}
      aria-valuenow={Math.round(at)}
      className={`${styles["line"] ?? ""} ${styles[axis] ?? ""} ${isSelected ? (styles["selected"] ?? "") : ""}`}
      style={lineStyle(axis, at, lines, size)}
      onFocus={() => onSelect({ axis, index })}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onSelect({ axis, index });
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}

const lengthOf = (lines: readonly number[]): number => (lines.at(-1) ?? 0) - (lines[0] ?? 0);

const lineStyle = (axis: Axis, at: number, { columns, rows }: CutLines, { width, height }: PageSize): CSSProperties =>
  axis === "columns"
    ? { left: percent(at, width), top: percent(rows[0] ?? 0, height), height: percent(lengthOf(rows), height) }
    : { top: percent(at, height), left: percent(columns[0] ?? 0, width), width: percent(lengthOf(columns), width) };
