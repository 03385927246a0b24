import { type ReactElement, memo, useEffect, useRef } from "react";
import { resultDisplay } from "../../../../ui/status-display.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { useReview } from "../session/session-context.ts";
import { type Column, type Row, confidenceDetail, confidenceText, fieldAt, isAsRead, originalText } from "./columns.ts";
import { ItemText } from "../items/ItemText.tsx";
import { ReadingCell } from "./ReadingCell.tsx";
import styles from "./ResultTable.module.css";

type Props = Row & {
  columns: readonly Column[];
  /** The row's position in the table, from 0. */
  at: number;
  rowPx: number;
  /** The column of the active cell when it is in this row. */
  activeColumn: number | null;
  /** Whether the table has the focus. */
  isInside: boolean;
  /** Why the row cannot be edited; null when it can. */
  frozenReason: string | null;
  /** Where the active cell shows its message. */
  foot: HTMLElement | null;
  onEnter: (index: number, column: number) => void;
};

/** Memoized because scrolling and every edit render the table, and nearly all of its rows are unchanged. */
export const TableRow = memo((props: Props): ReactElement => {
  const { item, columns, at, rowPx, activeColumn } = props;
  const isSelected = useReview(({ selected }) => selected === item.index);
  return (
    <tr
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      className={styles["row"]}
      data-attention={item.isDoubtful}
      data-discarded={item.result.discarded}
      style={{ top: at * rowPx, height: rowPx }}
    >
      {columns.map((column, place) => (
        <TableCell key={column.key} {...props} column={column} place={place} isActive={place === activeColumn} />
      ))}
    </tr>
  );
});

type CellProps = Props & { column: Column; place: number; isActive: boolean };

function TableCell(props: CellProps): ReactElement {
  const { item, column, place, isActive, isInside, frozenReason, foot, onEnter, shelf } = props;
  const cell = useRef<HTMLTableCellElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const field = fieldAt(item, place);
  const isEditing = field !== null && isActive && isInside && frozenReason === null;
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
      // Tab reaches one cell of the table, or the input in it.
      tabIndex={isActive && !isEditing ? 0 : -1}
      {...(field !== null && frozenReason !== null ? { title: frozenReason } : {})}
      onFocus={() => onEnter(item.index, place)}
    >
      {field === null ? (
        <CellText item={item} shelf={shelf} column={column} />
      ) : (
        <ReadingCell item={item} field={field} isEditing={isEditing} inputRef={input} foot={isActive ? foot : null} />
      )}
    </td>
  );
}

function CellText({ item, shelf, column }: Row & { column: Column }): ReactElement | null {
  const { result } = item;
  switch (column.key) {
    case "label":
      return <>{item.title}</>;
    case "shelf":
      return <span className="pc-code">{shelf}</span>;
    case "confidence":
      return <span title={confidenceDetail(result)}>{confidenceText(result)}</span>;
    case "status":
      return <StatusTag display={resultDisplay(result, true)} />;
    case "original":
      return <span className={isAsRead(result) ? "pc-quiet" : ""}>{originalText(result)}</span>;
    case "item":
      return result.label === "sticker" ? <ItemText code={result.code.value} /> : null;
    case "code":
    case "quantity":
    default:
      return null;
  }
}
