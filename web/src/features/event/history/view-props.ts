import type { HistorySearch } from "../../../shared/paging/search.ts";
import type { ChangeSearch } from "../../../shared/paging/use-url-search.ts";

/** The props of both views of the history. */
export type HistoryViewProps = { slug: string; search: HistorySearch; onSearch: ChangeSearch<HistorySearch> };
