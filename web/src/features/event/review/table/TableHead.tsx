import { RESULT_STATUSES, type ResultStatus } from "@precount/domain";
import { Select } from "antd";
import type { ReactElement } from "react";
import { RESULT_SORTS, type ResultSort } from "../../../../shared/paging/search.ts";
import { StatusFilter } from "../../../../ui/StatusFilter.tsx";
import { RESULT_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import { type DisplayedResult } from "../../../../ui/displayed-results.ts";
import { hasStatus } from "../labels.ts";
import styles from "./LabelTable.module.css";
import type { Arrangement } from "./use-arrangement.ts";

type Props = {
  labels: readonly DisplayedResult[];
  shownCount: number;
  arrangement: Arrangement;
  onArrange: (arrangement: Arrangement) => void;
};

const SORTS: Readonly<Record<ResultSort, string>> = { doubt: "Doubt", position: "Position", status: "Status" };

/** Which labels, and in which order. */
export function TableHead({ labels, shownCount, arrangement, onArrange }: Props): ReactElement {
  const count = (status: ResultStatus): number => labels.filter((label) => hasStatus(label, status)).length;
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
        {arrangement.statuses.length > 0 && `${shownCount} of ${labels.length}`}
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
