import { RESULT_STATUSES, type ResultStatus } from "@precount/domain";
import { Select } from "antd";
import type { ReactElement } from "react";
import { RESULT_SORTS, type ResultSort } from "../../../../shared/paging/search.ts";
import { StatusFilter } from "../../../../ui/StatusFilter.tsx";
import { RESULT_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { hasStatus } from "../result-filter.ts";
import styles from "./ResultTable.module.css";
import type { Arrangement } from "./use-arrangement.ts";

type Props = {
  items: readonly DisplayedResult[];
  shownCount: number;
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
};

const SORTS: Readonly<Record<ResultSort, string>> = { doubt: "Doubt", position: "Position", status: "Status" };

/** Which results the table lists, and in which order. */
export function TableHead({ items, shownCount, arrangement, onArrange }: Props): ReactElement {
  const count = (status: ResultStatus): number => items.filter((item) => hasStatus(item, status)).length;
  const counts = Object.fromEntries(RESULT_STATUSES.map((status) => [status, count(status)]));
  return (
    <div className={styles["head"]}>
      <div className={styles["filters"]}>
        <StatusFilter
          label="Labels by status"
          displays={RESULT_STATUS_DISPLAY}
          options={RESULT_STATUSES}
          counts={counts}
          value={arrangement.statuses}
          onChange={(statuses) => onArrange({ ...arrangement, statuses })}
        />
      </div>
      <output className={`${styles["count"] ?? ""} pc-quiet`}>
        {arrangement.statuses.length > 0 && `${shownCount} of ${items.length}`}
      </output>
      <Select<ResultSort>
        aria-label="Order"
        size="small"
        variant="filled"
        value={arrangement.sort}
        onChange={(sort) => onArrange({ ...arrangement, sort })}
        options={RESULT_SORTS.map((sort) => ({ value: sort, label: `By ${SORTS[sort].toLowerCase()}` }))}
        popupMatchSelectWidth={false}
      />
    </div>
  );
}
