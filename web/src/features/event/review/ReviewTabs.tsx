import { Skeleton } from "antd";
import { type ReactElement, Suspense, useDeferredValue } from "react";
import type { ReviewSearch } from "../../../shared/paging/search.ts";
import { ApproveNextButton } from "./header/ValidateButtons.tsx";
import { DebugPanel, ResultTable, useLoadPartsLater } from "./lazy-parts.tsx";
import { ResultPanel } from "./panel/ResultPanel.tsx";

type Props = {
  /** False in the first render, which is the photo's. */
  isReady: boolean;
  search: ReviewSearch;
  setSearch: (changes: ReviewSearch) => void;
  preview: HTMLImageElement | null;
  onValidateAndNext: () => void;
};

const NO_STATUSES: readonly never[] = [];

/** What is beside the photo: the cards, the table, or the facts for debugging. */
export function ReviewTabs({ isReady, search, setSearch, preview, onValidateAndNext }: Props): ReactElement {
  useLoadPartsLater();
  // The chosen tab is marked before its content is rendered.
  const tab = useDeferredValue(search.tab ?? "picture");
  if (!isReady) return <Skeleton active />;
  if (tab === "picture")
    return <ResultPanel preview={preview} next={<ApproveNextButton onValidateAndNext={onValidateAndNext} />} />;
  return (
    <Suspense fallback={<Skeleton active />}>
      {tab === "table" ? (
        <ResultTable
          arrangement={{ sort: search.sort ?? "doubt", statuses: search.status ?? NO_STATUSES }}
          onArrange={({ sort, statuses }) => setSearch({ sort, status: [...statuses] })}
        />
      ) : (
        <DebugPanel />
      )}
    </Suspense>
  );
}
