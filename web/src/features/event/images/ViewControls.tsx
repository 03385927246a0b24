import { AppstoreOutlined, UnorderedListOutlined } from "@ant-design/icons";
import { Select } from "antd";
import type { ReactElement } from "react";
import type { IMAGE_SORTS, ImagesSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import styles from "./Images.module.css";
import type { ImageView } from "./use-image-view.ts";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";

type Sort = (typeof IMAGE_SORTS)[number] | "review";

/** The orders that the column headers of the list offer. */
const SORT_TITLES: Readonly<Record<Sort, string>> = {
  review: "Review order",
  name: "Name",
  "-name": "Name, descending",
  areaCode: "Area",
  "-areaCode": "Area, descending",
  createdAt: "Oldest first",
  "-createdAt": "Newest first",
  validPercent: "Least valid first",
  "-validPercent": "Most valid first",
};
// The keys are those of the type.
const SORTS = Object.keys(SORT_TITLES) as Sort[];

type Props = {
  view: ImageView;
  onView: (view: ImageView) => void;
  search: ImagesSearch;
  hasAreas: boolean;
  onSearch: ChangeSearch<ImagesSearch>;
};

/** Switches between list and gallery. The gallery has no column headers, so its order is chosen here. */
export function ViewControls({ view, onView, search, hasAreas, onSearch }: Props): ReactElement {
  const sorts = hasAreas ? SORTS : SORTS.filter((sort) => !sort.endsWith("areaCode"));
  return (
    <div className={styles["views"]}>
      {view === "gallery" && (
        <Select<Sort>
          aria-label="Order"
          value={search.sort ?? "review"}
          popupMatchSelectWidth={false}
          options={sorts.map((value) => ({ value, label: SORT_TITLES[value] }))}
          onChange={(sort) => onSearch({ sort: sort === "review" ? undefined : sort, page: 1 })}
          style={{ minWidth: 150 }}
        />
      )}
      <SegmentedControl<ImageView>
        aria-label="Show images as"
        value={view}
        options={[
          { value: "list", label: "List", icon: <UnorderedListOutlined /> },
          { value: "gallery", label: "Gallery", icon: <AppstoreOutlined /> },
        ]}
        onChange={onView}
      />
    </div>
  );
}
