import { useStore } from "@precount/annotator/react";
import { Checkbox } from "antd";
import { type ReactElement, memo } from "react";
import type { Selection } from "./use-selection.ts";

type Props = {
  selection: Selection;
  /** The ids of the rows on the current page, in order. */
  page: readonly string[];
  /** While rows of the previous filter are shown. */
  disabled: boolean;
};

/** The checkbox of a row. Only it re-renders on a change; the row is highlighted with CSS (`:has`). */
export const SelectBox = memo(
  ({ selection, page, disabled, sid, name }: Props & { sid: string; name: string }): ReactElement => (
    <Checkbox
      aria-label={`Select ${name}`}
      disabled={disabled}
      checked={useStore(selection.sids, (sids) => sids.has(sid))}
      onChange={({ target, nativeEvent }) => selection.click(sid, target.checked, page, hasShiftKey(nativeEvent))}
    />
  ),
);

/** Selects all rows of the current page. The selection of other pages stays. */
export function SelectPageBox({ selection, page, disabled }: Props): ReactElement {
  const count = useStore(selection.sids, (sids) => page.filter((sid) => sids.has(sid)).length);
  return (
    <Checkbox
      aria-label="Select this page"
      disabled={disabled || page.length === 0}
      checked={count > 0 && count === page.length}
      indeterminate={count > 0 && count < page.length}
      onChange={({ target }) => selection.toggle(page, target.checked)}
    />
  );
}

// Antd fires the change with the click event; with Space it has no shift key.
const hasShiftKey = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;
