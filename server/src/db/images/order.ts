import { type SQL, sql } from "../drizzle.ts";
import { isBelowThreshold, isWithoutArea } from "./flags.ts";
import { naturalOrder } from "../natural-order.ts";
import { images } from "../schema/images.ts";

/** Orders of an event's images; a leading "-" reverses the order. `review` is domain's `compareReviewPriority` in SQL (PD-12). */
export const IMAGE_SORTS = [
  "review",
  "name",
  "-name",
  "createdAt",
  "-createdAt",
  "validPercent",
  "-validPercent",
  "areaCode",
  "-areaCode",
  /** Images without an area first, to link them. */
  "no-area",
] as const;

export type ImageSort = (typeof IMAGE_SORTS)[number];

export const needsReview = sql`(${images.status} in ('processed', 'pending'))`;

const reviewStep = sql`case when ${needsReview} and ${isBelowThreshold} then 0 when ${images.status} = 'processed' then 1 when ${images.status} = 'pending' then 2
  when ${images.status} = 'uploaded' then 3 else 4 end`;

const invalidStickers = sql`case when ${needsReview}
  then coalesce(${images.stickersCount} - ${images.validStickersCount}, 0) else 0 end`;

const percentColumn = sql`${images.validStickersCount}::float / nullif(${images.stickersCount}, 0)`;

const name = naturalOrder(images.name);

const areaNumber = sql`(select a.number from areas a where a.sid = ${images.areaSid})`;

export const IMAGE_ORDERS: Readonly<Record<ImageSort, SQL>> = {
  review: sql`${reviewStep}, ${invalidStickers} desc, ${name}, ${images.sid}`,
  name: sql`${name}, ${images.sid}`,
  "-name": sql`${name} desc, ${images.sid} desc`,
  createdAt: sql`${images.createdAt}, ${images.sid}`,
  "-createdAt": sql`${images.createdAt} desc, ${images.sid} desc`,
  validPercent: sql`${percentColumn} nulls first, ${name}, ${images.sid}`,
  "-validPercent": sql`${percentColumn} desc nulls last, ${name}, ${images.sid}`,
  areaCode: sql`${areaNumber} nulls first, ${name}, ${images.sid}`,
  "-areaCode": sql`${areaNumber} desc nulls last, ${name}, ${images.sid}`,
  "no-area": sql`${isWithoutArea} desc, ${reviewStep}, ${name}, ${images.sid}`,
};
