import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { COLUMNS, type Row, fieldAt } from "./columns.ts";
import { type Cell, drawnRows, moveCell, scrollToRow } from "./grid.ts";

type Options = {
  rows: readonly Row[];
  rowPx: number;
  scroller: RefObject<HTMLElement | null>;
  /** Height in which rows are seen, CSS pixels. */
  viewPx: number;
  selected: number | null;
  onSelect: (index: number) => void;
  onDelete: (label: DisplayedResult) => void;
};

/** Where the code is: what one comes to edit. */
const FIRST_COLUMN = 1;

type GridControl = {
  /** Rows in the document: those in view, some around, and the one that has the keys wherever it is. */
  drawn: readonly { row: Row; at: number }[];
  active: Cell;
  isInside: boolean;
  enter: (index: number, column: number) => void;
  onScroll: (event: UIEvent<HTMLElement>) => void;
  handlers: {
    onKeyDown: (event: KeyboardEvent) => void;
    onFocus: () => void;
    onBlur: (event: FocusEvent) => void;
  };
};

/** The table's one cell that has the keys, and the rows that are drawn. The chosen label and that cell's row are the same. */
export function useGrid({ rows, rowPx, scroller, viewPx, selected, onSelect, onDelete }: Options): GridControl {
  const [place, setPlace] = useState<{ index: number | null; column: number }>({
    index: selected,
    column: FIRST_COLUMN,
  });
  const [isInside, setInside] = useState(false);
  const [scrollTop, setScrollTop] = useState(0);
  const isMoving = useRef(false);
  // Chosen in the photo: the keys go on from there.
  const [known, setKnown] = useState(selected);
  if (known !== selected) {
    setKnown(selected);
    if (selected !== null && selected !== place.index) setPlace({ ...place, index: selected });
  }
  const found = rows.findIndex(({ label }) => label.index === place.index);
  const active: Cell = { row: Math.max(0, found), column: place.column };

  const range = drawnRows(scrollTop, viewPx, rowPx, rows.length);
  const drawn = rows.slice(range.from, range.to).map((row, i) => ({ row, at: range.from + i }));
  const activeRow = rows[active.row];
  if (activeRow && (active.row < range.from || active.row >= range.to)) drawn.push({ row: activeRow, at: active.row });

  const onScroll = (event: UIEvent<HTMLElement>): void => {
    const now = event.currentTarget.scrollTop;
    // Only where other rows come into view is anything drawn.
    setScrollTop((last) =>
      drawnRows(now, viewPx, rowPx, rows.length).from === drawnRows(last, viewPx, rowPx, rows.length).from ? last : now,
    );
  };

  // The row that has the keys is seen; also after it was chosen in the photo.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || place.index === null || found < 0 || viewPx <= 0) return;
    const wanted = scrollToRow(found, rowPx, element.scrollTop, viewPx);
    if (wanted !== element.scrollTop) element.scrollTo({ top: wanted });
  }, [scroller, place.index, found, rowPx, viewPx]);

  const latest = useRef({ rows, selected, onSelect });
  useEffect(() => {
    latest.current = { rows, selected, onSelect };
  });
  const enter = useCallback((index: number, column: number) => {
    setPlace((now) => (now.index === index && now.column === column ? now : { index, column }));
    if (latest.current.selected !== index) latest.current.onSelect(index);
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const row = rows[active.row];
    if (event.key === "Delete" && !(event.target instanceof HTMLInputElement)) {
      // The photo's key too: once is enough.
      event.stopPropagation();
      if (row) onDelete(row.label);
      return;
    }
    const grid = {
      rows: rows.length,
      columns: COLUMNS.length,
      pageRows: Math.max(1, Math.floor(viewPx / rowPx) - 1),
      isEditable: (cell: Cell) => fieldAt(rows[cell.row], cell.column) !== null,
    };
    // Shift+Left and Shift+Right are the images' (spec §2).
    if (event.shiftKey && event.key.startsWith("Arrow")) return;
    const to = moveCell(active, event, grid);
    const target = to && rows[to.row];
    if (!to || !target) return;
    event.preventDefault();
    event.stopPropagation();
    // Left before it goes: what is typed is entered, as by any other way out of a field.
    isMoving.current = true;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    isMoving.current = false;
    setInside(true);
    enter(target.label.index, to.column);
  };

  return {
    drawn,
    active,
    isInside,
    enter,
    onScroll,
    handlers: {
      onKeyDown,
      onFocus: () => setInside(true),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!isMoving.current && !currentTarget.contains(relatedTarget)) setInside(false);
      },
    },
  };
}
