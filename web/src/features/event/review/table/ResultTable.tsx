import { useSize } from "@precount/annotator/react";
import { resultCan } from "@precount/domain";
import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { useMedia } from "../../../../shared/browser/use-media.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { useReview } from "../session/session-context.ts";
import { type Column, columnsFor, rowsOf, widthOf } from "./columns.ts";
import styles from "./ResultTable.module.css";
import { RowActions } from "./RowActions.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { type Arrangement, useArrangement } from "./use-arrangement.ts";
import { useGrid } from "./use-grid.ts";

type Props = { arrangement: Arrangement; onArrange: (arrangement: Arrangement) => void };

/** All results as a table beside the photo, edited cell by cell as in a spreadsheet. */
export function ResultTable({ arrangement, onArrange }: Props): ReactElement {
  const items = useReview(({ edits }) => edits.items);
  const results = useReview(({ edits }) => edits.snapshot.results);
  const image = useReview((state) => state.image);
  const editReason = useReview((state) => state.editReason);
  const selected = useReview((state) => state.selected);
  const columns = columnsFor(useReview(({ detection }) => detection.itemCodes !== null));
  const rows = rowsOf(useArrangement(items, arrangement, selected), results, image);
  const rowPx = useMedia("(pointer: coarse)") ? 44 : 40;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const grid = useGrid({ rows, rowPx, scroller, viewPx: (size?.height ?? 0) - rowPx, columns: columns.length });
  return (
    <>
      <TableHead items={items} shownCount={rows.length} arrangement={arrangement} onArrange={onArrange} />
      {editReason !== null && <Note>{editReason}</Note>}
      <div ref={scroller} className={styles["scroller"]} onScroll={grid.onScroll}>
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- keys move the focus between cells, as in a grid
          role="grid"
          aria-label="Labels as a table"
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          className={styles["grid"]}
          style={{ minWidth: widthOf(columns) }}
          {...grid.handlers}
        >
          <ColumnTitles columns={columns} rowPx={rowPx} />
          <tbody style={{ height: rows.length * rowPx }}>
            {grid.drawn.map(({ row, at }) => (
              <TableRow
                key={row.item.index}
                item={row.item}
                shelf={row.shelf}
                columns={columns}
                at={at}
                rowPx={rowPx}
                activeColumn={at === grid.active.row ? grid.active.column : null}
                isInside={grid.isInside}
                frozenReason={editReason ?? reasonOf(resultCan.edit(row.item.result))}
                foot={foot}
                onEnter={grid.enter}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
          <EmptyState
            text={items.length === 0 ? "The model found no labels in this photo." : "No label has this status."}
          />
        )}
      </div>
      <div className={styles["foot"]}>
        <div ref={setFoot} className={styles["said"]} />
        <RowActions />
      </div>
    </>
  );
}

type TitlesProps = { columns: readonly Column[]; rowPx: number };

const ColumnTitles = ({ columns, rowPx }: TitlesProps): ReactElement => (
  <thead className={styles["titles"]}>
    <tr aria-rowindex={1} style={{ height: rowPx }}>
      {columns.map(({ key, title, widthPx }, place) => (
        <th key={key} aria-colindex={place + 1} data-column={key} style={{ width: widthPx }}>
          {title}
        </th>
      ))}
    </tr>
  </thead>
);

const Note = ({ children }: { children: ReactNode }): ReactElement => (
  <div className={`${styles["note"] ?? ""} pc-quiet`} role="note">
    {children}
  </div>
);
