import { type ImageStats, type ImageStatsSort } from "@precount/domain";
import { type SQL, sql } from "../drizzle.ts";
import { naturalOrder } from "../natural-order.ts";
import { areas } from "../schema/areas.ts";
import { images } from "../schema/images.ts";
import { STATS_COUNTS } from "../detections/representative-detection.ts";
import type { Representative } from "./stats-rows.ts";

/** The order of the statistics; images with equal values are ordered by name. */
export function orderOf(sort: ImageStatsSort, representative: Representative): SQL {
  const column = sortColumn(keyOf(sort), representative);
  return sql`${column} ${sql.raw(sort.startsWith("-") ? "desc" : "asc")} nulls last, ${naturalOrder(images.name)}, ${images.sid}`;
}

type SortKey = Exclude<ImageStatsSort, `-${string}`>;

// A sort is a key, optionally with a leading minus.
const keyOf = (sort: ImageStatsSort): SortKey => sort.slice(sort.startsWith("-") ? 1 : 0) as SortKey;

export const isByCount = (sort: ImageStatsSort): boolean => isCount(keyOf(sort));

function sortColumn(key: SortKey, representative: Representative): SQL {
  if (isCount(key)) return sql`coalesce(${representative[key]}, 0)`;
  switch (key) {
    case "areaCode":
      return sql`${areas.number}`;
    case "validPercent":
      return sql`${images.validStickersCount}::float / nullif(${images.stickersCount}, 0)`;
    case "name":
    case "storeNumber":
    case "bayCode":
    case "shelfCode":
      return naturalOrder(images[key]);
    case "status":
    case "sizeBytes":
    case "capturedAt":
    case "createdAt":
      return sql`${images[key]}`;
    default:
      return key satisfies never;
  }
}

const isCount = (key: string): key is keyof ImageStats => STATS_COUNTS.some((count) => count === key);
