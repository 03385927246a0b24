import type { AreaStatus } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import type { AreasSearch } from "../../../shared/paging/search.ts";
import { AREA_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import styles from "./Areas.module.css";
import type { AreasChanges } from "./AreasScreen.tsx";

type Props = {
  search: AreasSearch;
  /** How many the filter lets through. */
  shown: number;
  /** Of the whole event. */
  counts: Readonly<Record<AreaStatus, number>>;
  onSearch: (changes: AreasChanges) => void;
};

/** What is filtered, in words (ui.md); without a filter, how far the event is. */
export function AreasWords({ search, shown, counts, onSearch }: Props): ReactElement {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const areas = all === 1 ? "area" : "areas";
  const words = [
    ...(search.status ? [AREA_STATUS_DISPLAY[search.status].title.toLowerCase()] : []),
    ...(search.search ? [`named like “${search.search}”`] : []),
  ];
  const done = counts.approved + counts.voided;
  return (
    <div className={styles["words"]}>
      <span aria-live="polite">
        {words.length > 0
          ? `${shown} of ${all} ${areas} · ${words.join(" · ")}`
          : `${all} ${areas} · ${done} accounted for · ${all - done} to go`}
      </span>
      {words.length > 0 && (
        <Button type="link" onClick={() => onSearch({ status: undefined, search: undefined, page: 1 })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
