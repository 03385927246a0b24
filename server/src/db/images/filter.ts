import { containsPattern } from "../escape-like.ts";
import type { ImageFlag, ImageStatus } from "@precount/domain";
import { type SQL, and, eq, inArray, sql } from "../drizzle.ts";
import { hasFlags } from "./flags.ts";
import { images } from "../schema/images.ts";
import type { ImageSort } from "./order.ts";

/** Selects and orders images of an event. */
export interface ImageFilter {
  projectSid: string;
  statuses?: readonly ImageStatus[] | undefined;
  /** Part of a name, case-insensitive. */
  search?: string | undefined;
  /** Only images with all of these flags. */
  flags?: readonly ImageFlag[] | undefined;
  sort?: ImageSort | undefined;
}

/** Images of the event whose name matches the search. */
export const matchesSearch = ({ projectSid, search }: ImageFilter): SQL | undefined =>
  and(eq(images.projectSid, projectSid), search ? sql`${images.name} ilike ${containsPattern(search)}` : undefined);

/** Images of the event that match all parts of the filter. */
export const matchesFilter = (filter: ImageFilter): SQL | undefined =>
  and(
    matchesSearch(filter),
    filter.statuses?.length ? inArray(images.status, [...filter.statuses]) : undefined,
    hasFlags(filter.flags),
  );
