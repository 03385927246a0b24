import type { TableBlock, TableCell } from "@precount/domain";
import { type KeyboardEvent, type ReactElement, useRef, useState } from "react";
import { nextCell } from "./next-cell.ts";
import styles from "./Result.module.css";
import type { PlacedItem } from "./placed-item.ts";

type Props = { table: TableBlock; shown: PlacedItem | null; onShow: (item: PlacedItem | null) => void };

/** A table whose cells show their place on the page. One cell is a tab stop; the arrow keys move between cells. */
export function CellGrid({ table, shown, onShow }: Props): ReactElement {
  const { rows, headerRows, cells } = table;
  const [focused, setFocused] = useState<TableCell | null>(null);
  // The preview of an edit has other cells after each change.
  const stop = focused && cells.includes(focused) ? focused : cells[0];
  const elements = useRef(new Map<TableCell, HTMLElement>());
  const onKeyDown = (event: KeyboardEvent, cell: TableCell): void => {
    const next = nextCell(cells, cell, event.key);
    if (!next) return;
    event.preventDefault();
    elements.current.get(next)?.focus();
  };
  const toCell = (cell: TableCell): ReactElement => {
    const Tag = cell.row < headerRows ? "th" : "td";
    return (
      <Tag
        key={cell.column}
        ref={(element) => {
          if (element) elements.current.set(cell, element);
          else elements.current.delete(cell);
        }}
        role={cell.row < headerRows ? "columnheader" : "gridcell"}
        tabIndex={cell === stop ? 0 : -1}
        rowSpan={cell.rowSpan}
        colSpan={cell.columnSpan}
        className={cell === shown ? styles["shown"] : undefined}
        onMouseEnter={() => onShow(cell)}
        onFocus={() => {
          setFocused(cell);
          onShow(cell);
        }}
        onBlur={() => onShow(null)}
        onKeyDown={(event) => onKeyDown(event, cell)}
      >
        <bdi>{cell.text}</bdi>
      </Tag>
    );
  };
  return (
    <div className={styles["scroll"]}>
      {/* A table whose cells take the focus is a grid. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label="Table" className={styles["table"]}>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>{cells.filter((cell) => cell.row === row).map(toCell)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
