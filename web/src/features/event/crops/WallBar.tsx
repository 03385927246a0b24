import { WALL_GROUPINGS, type WallGrouping } from "@precount/domain";
import { Checkbox, Select } from "antd";
import type { ReactElement } from "react";
import type { CropsSearch } from "../../../shared/paging/search.ts";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import styles from "./CropWall.module.css";
import { countOf } from "./count-of.ts";

const TITLES: Readonly<Record<WallGrouping, string>> = {
  quantity: "Quantity",
  code: "Code",
  confidence: "Confidence",
  writing: "Print or handwriting",
  area: "Area",
  validator: "Validated by",
  model: "Model",
};

type Props = {
  search: CropsSearch;
  by: WallGrouping;
  shown: number;
  total: number;
  isPartial: boolean;
  onChange: (changes: { [K in keyof CropsSearch]?: CropsSearch[K] | undefined }) => void;
};

/** Grouping and filters of the wall. They are in the address. */
export function WallBar({ search, by, shown, total, isPartial, onChange }: Props): ReactElement {
  const isHidden = search.seen === "hidden";
  return (
    <div className={styles["bar"]}>
      <Select<WallGrouping>
        aria-label="Group by"
        value={by}
        popupMatchSelectWidth={false}
        options={WALL_GROUPINGS.map((value) => ({ value, label: `By ${TITLES[value].toLowerCase()}` }))}
        onChange={(value) => onChange({ by: value })}
        style={{ minWidth: 150 }}
      />
      <SearchBox
        label="Code or quantity"
        value={search.search}
        debounceMs={0}
        width={180}
        onSearch={(text) => onChange({ search: text })}
      />
      <Checkbox checked={isHidden} onChange={({ target }) => onChange({ seen: target.checked ? "hidden" : undefined })}>
        Hide seen
      </Checkbox>
      <span className="pc-quiet" aria-live="polite">
        {shown === total ? countOf(total) : `${shown.toLocaleString("en-GB")} of ${countOf(total)}`}
        {isPartial && ", loading more…"}
      </span>
    </div>
  );
}
