import { type AreaCounts, areaProgress, describeAreaProgress } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import type { AreasSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import { AREA_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import styles from "./Areas.module.css";

type Props = {
  search: AreasSearch;
  /** The number of areas that match the filter. */
  shown: number;
  /** The counts of the whole event. */
  counts: AreaCounts;
  onSearch: ChangeSearch<AreasSearch>;
};

/** The active filter as text; without a filter, how many areas are accounted for. */
export function AreasSummary({ search, shown, counts, onSearch }: Props): ReactElement {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const areas = all === 1 ? "area" : "areas";
  const filters = [
    ...(search.status ? [AREA_STATUS_DISPLAY[search.status].title.toLowerCase()] : []),
    ...(search.search ? [`named like “${search.search}”`] : []),
  ];
  return (
    <div className={styles["summary"]}>
      <span aria-live="polite">
        {filters.length > 0
          ? `${shown} of ${all} ${areas} · ${filters.join(" · ")}`
          : describeAreaProgress(areaProgress(counts))}
      </span>
      {filters.length > 0 && (
        <Button type="link" onClick={() => onSearch({ status: undefined, search: undefined, page: 1 })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
