import { IMAGE_FLAGS, IMAGE_QUERY_HINT, IMAGE_STATUSES, type ImageFlag, type ImageStatus } from "@precount/domain";
import type { ReactElement, ReactNode } from "react";
import type { ImagesSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { StatusFilter } from "../../../ui/StatusFilter.tsx";
import { IMAGE_STATUS_DISPLAY, IMAGE_MARK_DISPLAY } from "../../../ui/status-display.tsx";
import styles from "./Images.module.css";

type Props = {
  search: ImagesSearch;
  /** The reason why the search text is invalid; null when it is valid. */
  problem: string | null;
  counts: Partial<Record<ImageStatus, number>> | undefined;
  marks: Partial<Record<ImageFlag, number>> | undefined;
  hasAreas: boolean;
  onSearch: ChangeSearch<ImagesSearch>;
  /** Beside the search field. */
  children: ReactNode;
};

/** `not_taken` is a status of areas. The URL may contain it, but no image has it. */
export const FILTER_STATUSES = IMAGE_STATUSES.filter((status) => status !== "not_taken");

/** In an event without areas no photo needs one. */
const FLAGS_WITHOUT_AREAS = IMAGE_FLAGS.filter((flag) => flag !== "no-area");

/** The filters of the image list. */
export function ImageFilters({ search, problem, counts, marks, hasAreas, onSearch, children }: Props): ReactElement {
  return (
    <div className={styles["filters"]}>
      <SearchBox
        label="Search images"
        hint={IMAGE_QUERY_HINT}
        width={340}
        value={search.search}
        problem={problem}
        onSearch={(text) => onSearch({ search: text, page: 1 })}
      />
      {children}
      <div className={styles["chips"]}>
        <StatusFilter
          label="Status"
          displays={IMAGE_STATUS_DISPLAY}
          options={FILTER_STATUSES}
          counts={counts}
          value={search.status ?? []}
          onChange={(status) => onSearch({ status: status.length > 0 ? status : undefined, page: 1 })}
        />
        <StatusFilter
          label="Flag"
          displays={IMAGE_MARK_DISPLAY}
          options={hasAreas ? IMAGE_FLAGS : FLAGS_WITHOUT_AREAS}
          counts={marks}
          value={search.mark ?? []}
          onChange={(mark) => onSearch({ mark: mark.length > 0 ? mark : undefined, page: 1 })}
        />
      </div>
    </div>
  );
}
