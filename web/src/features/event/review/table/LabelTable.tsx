import { type Image, resultCan } from "@precount/domain";
import { type ReactElement, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useSize } from "@precount/annotator/react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { useMedia } from "../../../../shared/browser/use-media.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import type { Edits } from "../use-edits.ts";
import { COLUMNS, TABLE_WIDTH_PX, rowsOf } from "./columns.ts";
import styles from "./LabelTable.module.css";
import { RowActions } from "./RowActions.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { type Arrangement, useArrangement } from "./use-arrangement.ts";
import { useGrid } from "./use-grid.ts";

type Props = {
  labels: readonly DisplayedResult[];
  image: Image;
  edits: Edits;
  /** Why nothing can be edited; null when it can. */
  editReason: string | null;
  selected: number | null;
  onSelect: (index: number | null) => void;
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
  onBox: (index: number) => void;
  onPull: (index: number) => void;
  onDiscard: (index: number) => void;
  onRecover: (index: number) => void;
};

/** All labels as a table beside the photo, edited cell by cell as in a spreadsheet. */
export function LabelTable(props: Props): ReactElement {
  const { labels, image, edits, editReason, selected, onSelect, arrangement, onArrange, onDiscard } = props;
  const shown = useArrangement(labels, arrangement, selected);
  const rows = useMemo(() => rowsOf(shown, edits.results, image), [shown, edits.results, image]);
  const rowPx = useMedia("(pointer: coarse)") ? 44 : 40;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const discard = useCallback(
    (label: DisplayedResult) => {
      if (editReason === null && !label.result.discarded) onDiscard(label.index);
    },
    [editReason, onDiscard],
  );
  const grid = useGrid({
    rows,
    rowPx,
    scroller,
    viewPx: (size?.height ?? 0) - rowPx,
    selected,
    onSelect,
    onDelete: discard,
  });
  const { queue, drafts, put, settle } = edits;
  // Only what a cell needs: it is drawn anew when one of these changes, not with every word the saving says.
  const cellEdits = useMemo(() => ({ queue, drafts, put, settle }), [queue, drafts, put, settle]);
  const chosen = labels.find(({ index }) => index === selected) ?? null;
  return (
    <>
      <TableHead labels={labels} shownCount={rows.length} arrangement={arrangement} onArrange={onArrange} />
      {editReason !== null && <Note>{editReason}</Note>}
      <div ref={scroller} className={styles["scroller"]} onScroll={grid.onScroll}>
        <table
          // Its cells have the focus and its keys move it: to a screen reader it is a grid, as a spreadsheet is.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- as above
          role="grid"
          aria-label="Labels as a table"
          aria-rowcount={rows.length + 1}
          aria-colcount={COLUMNS.length}
          className={styles["grid"]}
          style={{ minWidth: TABLE_WIDTH_PX }}
          {...grid.handlers}
        >
          <thead className={styles["titles"]}>
            <tr aria-rowindex={1} style={{ height: rowPx }}>
              {COLUMNS.map(({ key, title, widthPx }, place) => (
                <th key={key} aria-colindex={place + 1} data-column={key} style={{ width: widthPx }}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody style={{ height: rows.length * rowPx }}>
            {grid.drawn.map(({ row, at }) => (
              <TableRow
                key={row.label.index}
                row={row}
                at={at}
                rowPx={rowPx}
                isSelected={row.label.index === selected}
                activeColumn={at === grid.active.row ? grid.active.column : null}
                isInside={grid.isInside}
                frozen={editReason ?? reasonOf(resultCan.edit(row.label.result))}
                edits={cellEdits}
                foot={foot}
                onEnter={grid.enter}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
          <EmptyState
            text={labels.length === 0 ? "The model found no labels in this photo." : "No label has this status."}
          />
        )}
      </div>
      <div className={styles["foot"]}>
        <div ref={setFoot} className={styles["said"]} />
        <RowActions {...props} label={chosen} />
      </div>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }): ReactElement => (
  <div className={`${styles["note"] ?? ""} pc-quiet`} role="note">
    {children}
  </div>
);
