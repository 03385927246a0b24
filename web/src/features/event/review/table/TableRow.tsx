import { type ReactElement, memo, useEffect, useRef } from "react";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { RESULT_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import type { Edits } from "../use-edits.ts";
import {
  COLUMNS,
  type Column,
  type Row,
  confidenceDetail,
  confidenceText,
  fieldAt,
  isAsRead,
  originalText,
} from "./columns.ts";
import styles from "./LabelTable.module.css";
import { ReadingCell } from "./ReadingCell.tsx";

type Props = {
  row: Row;
  at: number;
  rowPx: number;
  isSelected: boolean;
  /** The column of the cell that has the keys, if it is in this row. */
  activeColumn: number | null;
  /** The table has the focus. */
  isInside: boolean;
  /** Why nothing can be edited; null when it can. */
  frozen: string | null;
  edits: Pick<Edits, "queue" | "drafts" | "put" | "settle">;
  foot: HTMLElement | null;
  onEnter: (index: number, column: number) => void;
};

export const TableRow = memo((props: Props): ReactElement => {
  const { row, at, rowPx, isSelected, activeColumn } = props;
  return (
    <tr
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      className={styles["row"]}
      data-attention={row.label.isDoubtful}
      data-discarded={row.label.result.discarded}
      style={{ top: at * rowPx, height: rowPx }}
    >
      {COLUMNS.map((column, place) => (
        <TableCell key={column.key} {...props} column={column} place={place} isActive={place === activeColumn} />
      ))}
    </tr>
  );
});

type CellProps = Props & { column: Column; place: number; isActive: boolean };

function TableCell(props: CellProps): ReactElement {
  const { row, column, place, isActive, isInside, frozen, edits, foot, onEnter } = props;
  const cell = useRef<HTMLTableCellElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const field = fieldAt(row, place);
  const isEditing = field !== null && isActive && isInside && frozen === null;
  useEffect(() => {
    const target = isEditing ? input.current : cell.current;
    if (isActive && isInside) target?.focus({ preventScroll: true });
  }, [isActive, isInside, isEditing]);
  return (
    <td
      ref={cell}
      aria-colindex={place + 1}
      className={styles["cell"]}
      data-column={column.key}
      style={{ width: column.widthPx }}
      // One cell can be reached with Tab; the input in it, when it is there.
      tabIndex={isActive && !isEditing ? 0 : -1}
      {...(field !== null && frozen !== null ? { title: frozen } : {})}
      onFocus={() => onEnter(row.label.index, place)}
    >
      {field === null ? (
        <CellText row={row} column={column} />
      ) : (
        <ReadingCell
          label={row.label}
          field={field}
          edits={edits}
          isEditing={isEditing}
          inputRef={input}
          foot={isActive ? foot : null}
        />
      )}
    </td>
  );
}

function CellText({ row: { label, shelf }, column }: { row: Row; column: Column }): ReactElement | null {
  const { result } = label;
  switch (column.key) {
    case "label":
      return <>{label.title}</>;
    case "shelf":
      return <span className="pc-code">{shelf}</span>;
    case "confidence":
      return <span title={confidenceDetail(result)}>{confidenceText(result)}</span>;
    case "status":
      return <StatusTag display={label.isDoubtful ? RESULT_STATUS_DISPLAY.invalid : RESULT_STATUS_DISPLAY[label.status]} />;
    case "original":
      return <span className={isAsRead(result) ? "pc-quiet" : ""}>{originalText(result)}</span>;
    case "code":
    case "quantity":
    default:
      return null;
  }
}
