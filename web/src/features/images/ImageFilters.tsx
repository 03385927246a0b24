import { IMAGE_STATUSES, type ImageStatus } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import { filterInWords } from "../../lib/filter-words.ts";
import type { ImagesSearch } from "../../lib/search.ts";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { StatusFilter } from "../../ui/StatusFilter.tsx";
import { IMAGE_LOOKS } from "../../ui/status.tsx";
import type { ImagesChanges } from "./images-changes.ts";
import styles from "./Images.module.css";

type Props = {
  search: ImagesSearch;
  total: number | undefined;
  counts: Partial<Record<ImageStatus, number>> | undefined;
  onSearch: (changes: ImagesChanges) => void;
};

/** `not_taken` belongs to areas: the address may hold it, no image has it. */
const OPTIONS = IMAGE_STATUSES.filter((status) => status !== "not_taken");
const TITLES = Object.fromEntries(OPTIONS.map((status) => [status, IMAGE_LOOKS[status].title]));

export function ImageFilters({ search, total, counts, onSearch }: Props): ReactElement {
  const all = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const words = filterInWords(search, TITLES, OPTIONS);
  return (
    <div className={styles["filters"]}>
      <SearchBox label="Search images" value={search.search} onSearch={(text) => onSearch({ search: text, page: 1 })} />
      <StatusFilter
        label="Status"
        looks={IMAGE_LOOKS}
        options={OPTIONS}
        counts={counts}
        value={search.status ?? []}
        onChange={(status) => onSearch({ status: status.length > 0 ? status : undefined, page: 1 })}
      />
      <span className={styles["words"]} aria-live="polite">
        {total !== undefined &&
          (words === "" ? `${all} ${all === 1 ? "image" : "images"}` : `${total} of ${all} images · ${words}`)}
        {words !== "" && (
          <Button type="link" onClick={() => onSearch({ status: undefined, search: undefined, page: 1 })}>
            Clear filters
          </Button>
        )}
      </span>
    </div>
  );
}
