import { useStore } from "@precount/annotator/react";
import { type Project, eventIsOpen, projectCan } from "@precount/domain";
import { type ReactElement, useDeferredValue, useEffect } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import type { ImagesSearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { BulkBar } from "./bulk/BulkBar.tsx";
import { FilterSummary } from "./FilterSummary.tsx";
import styles from "./Images.module.css";
import type { useImageActions } from "./use-image-actions.ts";
import type { Retry } from "./use-retry.ts";
import type { useSelectAll } from "./use-select-all.ts";
import type { Selection } from "./use-selection.ts";

type Props = {
  event: Project;
  search: ImagesSearch;
  /** The reason why the search text is invalid; null when it is valid. */
  problem: string | null;
  /** The number of images that match the filters; undefined while loading. */
  total: number | undefined;
  /** The number of images whose detection failed. */
  failed: number;
  selection: Selection;
  selectAll: ReturnType<typeof useSelectAll>;
  bulk: ReturnType<typeof useImageActions>;
  retry: Retry;
  onSearch: ChangeSearch<ImagesSearch>;
};

/** Above the images: the actions for the selected ones, or what the filters show. */
export function ListHead({ event, search, total, selection, selectAll, bulk, retry, ...props }: Props): ReactElement {
  // Deferred, so that a checkbox is painted before the bulk actions render.
  const selected = useDeferredValue(useStore(selection.sids, (sids) => sids));
  const user = useAuthUser();
  useClearKey(selection, selected.size > 0);
  return (
    <div className={styles["head"]}>
      {selected.size > 0 ? (
        <BulkBar
          count={selected.size}
          total={total ?? 0}
          reason={reasonOf(eventIsOpen(event))}
          progress={bulk.progress}
          isSelectingAll={selectAll.isPending}
          onSelectAll={() => selectAll.mutate()}
          onClear={() => selection.select([])}
          onRun={(verb) => bulk.run(verb, [...selection.sids.get()])}
        />
      ) : (
        <FilterSummary
          {...props}
          search={search}
          total={total}
          all={event.images.total}
          retryReason={reasonOf(projectCan.analyze(event, user))}
          isRetrying={retry.isRetryingAll}
          onRetryAll={retry.retryAll}
        />
      )}
    </div>
  );
}

/** Elements that use Escape themselves. */
const OWN_ESCAPE_SELECTOR =
  "input:not([type=checkbox], [type=radio]), textarea, [role=dialog], [role=menu], [role=listbox], .ant-dropdown-open";

/** Escape clears the selection. */
function useClearKey({ select }: Selection, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const clear = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      const isHandled = defaultPrevented || (target instanceof Element && target.closest(OWN_ESCAPE_SELECTOR));
      if (key === "Escape" && !isHandled) select([]);
    };
    addEventListener("keydown", clear);
    return () => removeEventListener("keydown", clear);
  }, [select, isOn]);
}
