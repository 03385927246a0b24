import { useStore } from "@precount/annotator/react";
import { Checkbox } from "antd";
import { type ReactElement, memo } from "react";
import type { Selection } from "./use-selection.ts";

type Props = {
  selection: Selection;
  /** The sids of the rows that are shown, in their order. */
  page: readonly string[];
  /** Rows of the filter before would be taken for those of this one. */
  disabled: boolean;
};

/** A row's box. It alone is drawn anew when it is ticked: the row shows it by what its style sees (`:has`). */
export const SelectBox = memo(
  ({ selection, page, disabled, sid, name }: Props & { sid: string; name: string }): ReactElement => (
    <Checkbox
      aria-label={`Select ${name}`}
      disabled={disabled}
      checked={useStore(selection.sids, (sids) => sids.has(sid))}
      onChange={({ target, nativeEvent }) => selection.tick(sid, target.checked, page, isWithShift(nativeEvent))}
    />
  ),
);

/** All rows that are shown, at once; those of other pages stay as they are. */
export function SelectPageBox({ selection, page, disabled }: Props): ReactElement {
  const count = useStore(selection.sids, (sids) => page.filter((sid) => sids.has(sid)).length);
  return (
    <Checkbox
      aria-label="Select this page"
      disabled={disabled || page.length === 0}
      checked={count > 0 && count === page.length}
      indeterminate={count > 0 && count < page.length}
      onChange={({ target }) => selection.turn(page, target.checked)}
    />
  );
}

// A box changes by a click, with the key that was held; by Space too.
const isWithShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;
