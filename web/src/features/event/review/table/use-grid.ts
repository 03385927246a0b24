import { makePatch, readingFieldsOf } from "@precount/domain";
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { chordsOf, pressedKeyOf, typesText } from "../../../../shared/keyboard/chord.ts";
import { reviewKeys } from "../keyboard/review-keys.ts";
import { revertReading } from "../session/readings.ts";
import type { ReviewSession } from "../session/review-session.ts";
import { useReview, useSession } from "../session/session-context.ts";
import { type Row, fieldAt } from "./columns.ts";
import { drawnRows, scrollToRow } from "../../../../ui/row-window.ts";
import { type Cell, moveCell } from "./grid.ts";

type Options = {
  rows: readonly Row[];
  rowPx: number;
  scroller: RefObject<HTMLElement | null>;
  /** Height of the visible rows, CSS pixels. */
  viewPx: number;
  /** Number of columns. */
  columns: number;
};

/** The code's column, which is edited first. */
const FIRST_COLUMN = 1;

type GridControl = {
  /** The rendered rows: the visible ones, some around them, and the active one, which may be far from them. */
  drawn: readonly { row: Row; at: number }[];
  active: Cell;
  /** Whether the table has the focus. */
  isInside: boolean;
  enter: (index: number, column: number) => void;
  onScroll: (event: UIEvent<HTMLElement>) => void;
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
};

/** The table's active cell, whose row is the selected result, and the rendered rows. */
export function useGrid({ rows, rowPx, scroller, viewPx, columns }: Options): GridControl {
  const session = useSession();
  const { place, enter } = useActivePlace();
  const [isInside, setInside] = useState(false);
  const isMoving = useRef(false);
  const found = rows.findIndex(({ item }) => item.index === place.index);
  const active: Cell = { row: Math.max(0, found), column: place.column };
  const { drawn, onScroll } = useDrawnRows(rows, rowPx, viewPx, active.row);

  // The active row stays visible, also when it was selected in the photo.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || place.index === null || found < 0 || viewPx <= 0) return;
    const top = scrollToRow(found, rowPx, element.scrollTop, viewPx);
    if (top !== element.scrollTop) element.scrollTo({ top });
  }, [scroller, place.index, found, rowPx, viewPx]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const isDiscard = isDiscardKey(event);
    if (isDiscard) {
      // The photo handles this key too, and must not discard the result a second time.
      event.stopPropagation();
      if (event.repeat || !discardOrRecoverRow(session, rows[active.row])) return;
    }
    // After a discarded row the next one is active, as after Enter.
    const to = isDiscard
      ? belowCell(active, rows)
      : targetCell(event, active, rows, { columns, pageRows: Math.max(1, Math.floor(viewPx / rowPx) - 1) });
    const target = to && rows[to.row];
    if (!to || !target) return;
    event.preventDefault();
    event.stopPropagation();
    // The field loses the focus first, so that its text is entered as by any other way out of it.
    isMoving.current = true;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    isMoving.current = false;
    setInside(true);
    enter(target.item.index, to.column);
  };
  const handlers = {
    onKeyDown,
    onFocus: () => setInside(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!isMoving.current && !currentTarget.contains(relatedTarget)) setInside(false);
    },
  };
  return { drawn, active, isInside, enter, onScroll, handlers };
}

/** The active cell by result and column. A result that is selected in the photo becomes the active row. */
function useActivePlace(): {
  place: { index: number | null; column: number };
  enter: (index: number, column: number) => void;
} {
  const session = useSession();
  const selected = useReview((state) => state.selected);
  const [place, setPlace] = useState({ index: selected, column: FIRST_COLUMN });
  const [known, setKnown] = useState(selected);
  if (known !== selected) {
    setKnown(selected);
    if (selected !== null && selected !== place.index) setPlace({ ...place, index: selected });
  }
  const enter = (index: number, column: number): void => {
    setPlace((now) => (now.index === index && now.column === column ? now : { index, column }));
    if (session.get().selected !== index) session.selectAndShow(index);
  };
  return { place, enter };
}

function useDrawnRows(
  rows: readonly Row[],
  rowPx: number,
  viewPx: number,
  activeRow: number,
): Pick<GridControl, "drawn" | "onScroll"> {
  const [scrollTop, setScrollTop] = useState(0);
  const range = drawnRows(scrollTop, viewPx, rowPx, rows.length);
  const drawn = rows.slice(range.from, range.to).map((row, i) => ({ row, at: range.from + i }));
  const active = rows[activeRow];
  if (active && (activeRow < range.from || activeRow >= range.to)) drawn.push({ row: active, at: activeRow });
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>): void => {
    const top = currentTarget.scrollTop;
    // Renders only when other rows come into view.
    setScrollTop((last) =>
      drawnRows(top, viewPx, rowPx, rows.length).from === drawnRows(last, viewPx, rowPx, rows.length).from ? last : top,
    );
  };
  return { drawn, onScroll };
}

type Page = { columns: number; pageRows: number };

function targetCell(
  event: KeyboardEvent,
  active: Cell,
  rows: readonly Row[],
  { columns, pageRows }: Page,
): Cell | null {
  // Shift with an arrow goes to another image (spec §2).
  if (event.shiftKey && event.key.startsWith("Arrow")) return null;
  return moveCell(active, event, {
    rows: rows.length,
    columns,
    pageRows,
    isEditable: ({ row, column }) => fieldAt(rows[row]?.item, column) !== null,
  });
}

const belowCell = ({ row, column }: Cell, rows: readonly Row[]): Cell | null =>
  row + 1 < rows.length ? { row: row + 1, column } : null;

/** The same keys as in the panel. In a cell that is edited, Delete edits the text. */
function isDiscardKey({ nativeEvent, target }: KeyboardEvent): boolean {
  const keys = reviewKeys.keys("label.discard");
  const isField = target instanceof HTMLInputElement;
  return chordsOf(pressedKeyOf(nativeEvent)).some(
    (chord) => keys.includes(chord) && !(isField && typesText(chord, true)),
  );
}

/** @returns whether the row was discarded */
function discardOrRecoverRow(session: ReviewSession, row: Row | undefined): boolean {
  if (!row || session.get().editReason !== null) return false;
  const { index, result } = row.item;
  for (const field of readingFieldsOf(result.label)) revertReading(session, { index, field });
  session.put(result.discarded ? makePatch.recover(index) : makePatch.discard(index));
  return !result.discarded;
}
