import { PlusOutlined, StopOutlined } from "@ant-design/icons";
import { AREA_STATUSES, type AreaStatus } from "@precount/domain";
import type { ReactElement } from "react";
import type { AreasSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { SearchBox } from "../../../ui/SearchBox.tsx";
import { StatusFilter } from "../../../ui/StatusFilter.tsx";
import { AREA_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import styles from "./Areas.module.css";
import { AreasMenu } from "./AreasMenu.tsx";

import type { RangeKind } from "./RangeDialog.tsx";

type Props = {
  slug: string;
  search: AreasSearch;
  counts: Readonly<Record<AreaStatus, number>>;
  /** Why areas cannot be changed; null when they can. */
  reason: string | null;
  isEmpty: boolean;
  isArchived: boolean;
  onRange: (kind: RangeKind) => void;
  onSheets: () => void;
  onSearch: ChangeSearch<AreasSearch>;
};

/** The filters of the grid and the actions on many areas. */
export function AreasBar(props: Props): ReactElement {
  const { slug, search, counts, reason, isEmpty, isArchived, onRange, onSheets, onSearch } = props;
  const voidReason = reason ?? (isEmpty ? "There are no areas yet." : null);
  return (
    <div className={styles["bar"]}>
      <SearchBox
        label="Search areas"
        value={search.search}
        // All areas are loaded, so filtering needs no request.
        debounceMs={0}
        // Narrow, so that the whole bar fits on one line.
        width={180}
        onSearch={(text) => onSearch({ search: text, page: 1 })}
      />
      <div className={styles["legend"]}>
        <StatusFilter
          label="Status"
          displays={AREA_STATUS_DISPLAY}
          options={AREA_STATUSES}
          counts={counts}
          value={search.status === undefined ? [] : [search.status]}
          // One status at a time; clicking it again clears the filter (spec §2).
          onChange={(chosen) => onSearch({ status: chosen.find((status) => status !== search.status), page: 1 })}
        />
      </div>
      <div className={styles["buttons"]}>
        <ReasonButton icon={<PlusOutlined />} type="primary" reason={reason} onClick={() => onRange("create")}>
          Add areas
        </ReasonButton>
        <ReasonButton icon={<StopOutlined />} reason={voidReason} onClick={() => onRange("void")}>
          Void areas
        </ReasonButton>
        <AreasMenu
          slug={slug}
          isEmpty={isEmpty}
          isArchived={isArchived}
          hasVoided={counts.voided > 0}
          editReason={reason}
          onRange={onRange}
          onSheets={onSheets}
        />
      </div>
    </div>
  );
}
