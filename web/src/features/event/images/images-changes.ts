import type { ImagesSearch } from "../../../shared/paging/search.ts";

/** What a control of the list changes in the address; undefined takes a parameter out of it. */
export type ImagesChanges = { [K in keyof ImagesSearch]?: ImagesSearch[K] | undefined };
