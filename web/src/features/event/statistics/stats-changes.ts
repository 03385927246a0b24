import type { StatsSearch } from "../../../shared/paging/search.ts";

/** What a control of the table changes in the address; undefined takes a parameter out of it. */
export type StatsChanges = { [K in keyof StatsSearch]?: StatsSearch[K] | undefined };
