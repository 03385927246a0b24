import { containsPattern } from "../escape-like.ts";
import { type ImageFlag, type ImageQuery, type ImageStatus, asksForStickers } from "@precount/domain";
import { type SQL, and, eq, inArray, sql } from "../drizzle.ts";
import { hasFlags } from "./flags.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { isMatchingSticker } from "./matching-stickers.ts";
import type { ImageSort } from "./order.ts";

/** Selects and orders images of an event. */
export interface ImageFilter {
  projectSid: string;
  statuses?: readonly ImageStatus[] | undefined;
  query?: ImageQuery | undefined;
  /** Only images with all of these flags. */
  flags?: readonly ImageFlag[] | undefined;
  sort?: ImageSort | undefined;
}

/** Images of the event that match the search. */
export const matchesSearch = ({ projectSid, query }: ImageFilter): SQL | undefined =>
  and(eq(images.projectSid, projectSid), query && matchesQuery(projectSid, query));

function matchesQuery(projectSid: string, query: ImageQuery): SQL | undefined {
  const { text, area } = query;
  return and(
    text === "" ? undefined : sql`${images.name} ilike ${containsPattern(text)}`,
    area
      ? sql`${images.areaSid} in (select a.sid from ${areas} a where a.project_sid = ${projectSid}
          and a.number between ${area.min} and ${area.max})`
      : undefined,
    asksForStickers(query)
      ? sql`${images.sid} in (select s.image_sid from image_stickers s where ${isMatchingSticker(projectSid, query)})`
      : undefined,
  );
}

/** Images of the event that match all parts of the filter. */
export const matchesFilter = (filter: ImageFilter): SQL | undefined =>
  and(
    matchesSearch(filter),
    filter.statuses?.length ? inArray(images.status, [...filter.statuses]) : undefined,
    hasFlags(filter.flags),
  );
