import { IMAGE_STATUSES, type ImageStatus } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import { describeFilter } from "../../../shared/images/describe-filter.ts";
import type { StatsSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { StatusFilter } from "../../../ui/StatusFilter.tsx";
import { IMAGE_STATUS_DISPLAY, IMAGE_MARK_TITLES } from "../../../ui/status-display.tsx";
import styles from "./Stats.module.css";

type Props = {
  search: StatsSearch;
  total: number | undefined;
  counts: Partial<Record<ImageStatus, number>> | undefined;
  onSearch: ChangeSearch<StatsSearch>;
};

/** `not_taken` is a status of areas. The URL may contain it, but no image has it. */
const OPTIONS = IMAGE_STATUSES.filter((status) => status !== "not_taken");
const TITLES = Object.fromEntries(OPTIONS.map((status) => [status, IMAGE_STATUS_DISPLAY[status].title]));

export function StatsFilters({ search, total, counts, onSearch }: Props): ReactElement {
  const { search: text, status } = search;
  const filter = describeFilter(
    { ...(text && { search: text }), ...(status && { status }) },
    TITLES,
    OPTIONS,
    IMAGE_MARK_TITLES,
  );
  return (
    <div className={styles["filters"]}>
      <SearchBox label="Search images" value={text} onSearch={(found) => onSearch({ search: found, page: 1 })} />
      <StatusFilter
        label="Status"
        displays={IMAGE_STATUS_DISPLAY}
        options={OPTIONS}
        counts={counts}
        value={status ?? []}
        onChange={(chosen) => onSearch({ status: chosen.length > 0 ? chosen : undefined, page: 1 })}
      />
      <span className={styles["summary"]} aria-live="polite">
        {total !== undefined && filter !== "" && `${total} ${total === 1 ? "image" : "images"} · ${filter}`}
        {filter !== "" && (
          <Button type="link" onClick={() => onSearch({ status: undefined, search: undefined, page: 1 })}>
            Clear filters
          </Button>
        )}
      </span>
    </div>
  );
}
