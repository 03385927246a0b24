import { IMAGE_STATUSES } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import { describeFilter } from "../../../shared/images/describe-filter.ts";
import type { ImagesSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { IMAGE_STATUS_DISPLAY, IMAGE_MARK_TITLES } from "../../../ui/status-display.tsx";
import { FILTER_STATUSES } from "./ImageFilters.tsx";
import styles from "./Images.module.css";

type Props = {
  search: ImagesSearch;
  /** The reason why the search text is invalid; null when it is valid. */
  problem: string | null;
  /** The number of matching images, undefined while loading. `all` counts the whole event. */
  total: number | undefined;
  all: number;
  failed: number;
  /** Why failed detections cannot be retried; null when they can. */
  retryReason: string | null;
  isRetrying: boolean;
  onRetryAll: () => void;
  onSearch: ChangeSearch<ImagesSearch>;
};

const STATUS_TITLES = Object.fromEntries(IMAGE_STATUSES.map((status) => [status, IMAGE_STATUS_DISPLAY[status].title]));
/** The active filter as text, and the actions for all matching images. */
export function FilterSummary(props: Props): ReactElement {
  const { search, problem, total, all, failed, onSearch } = props;
  const filter = describeFilter(search, STATUS_TITLES, FILTER_STATUSES, IMAGE_MARK_TITLES);
  const images = all === 1 ? "image" : "images";
  return (
    <div className={styles["summary"]}>
      <span aria-live="polite" className={problem === null ? undefined : styles["problem"]}>
        {problem ??
          (total !== undefined && (filter === "" ? `${all} ${images}` : `${total} of ${all} ${images} · ${filter}`))}
      </span>
      {(filter !== "" || problem !== null) && (
        <Button
          type="link"
          className={styles["clear"] ?? ""}
          onClick={() => onSearch({ status: undefined, mark: undefined, search: undefined, page: 1 })}
        >
          Clear filters
        </Button>
      )}
      {search.mark?.includes("failed") && failed > 0 && (
        <ReasonButton reason={props.retryReason} loading={props.isRetrying} onClick={props.onRetryAll}>
          Retry all {failed}
        </ReasonButton>
      )}
    </div>
  );
}
