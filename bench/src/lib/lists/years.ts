import type { ProjectStatus } from "@precount/domain";

/** Amount of data, with twenty stickers per image. */
export type Size = { events: number; images: number; bigImages: number };

export const YEARS: Size = { events: 2000, images: 200_000, bigImages: 5000 };

export type PlannedEvent = {
  name: string;
  slug: string;
  status: ProjectStatus;
  before: ProjectStatus | null;
  photos: number;
  createdAt: string;
};

/** The single big event: all images approved, not completed. */
export const BIG_SLUG = "big-event";
export const LARGE_PHOTOS = 1000;
/** One of this many events is large. */
const LARGE_EVERY = 60;
const DAY_MS = 86_400_000;

const STORES = [
  "Aisle",
  "Lager",
  "Épicerie",
  "Склад",
  "Αποθήκη",
  "盘点",
  "倉庫",
  "مخزن",
  "गोदाम",
  "Entrepôt",
  "Øst",
  "aisle",
];
const SEASONS = ["spring", "summer", "autumn", "winter"];

/**
 * Several years of a counting service: one or two events a day, mostly a shop with about eighty images, sometimes a
 * warehouse, and the big event at the end. Deterministic for a given size.
 */
export function planYears(size: Size): PlannedEvent[] {
  const small = size.events - 1;
  const large = Math.floor(small / LARGE_EVERY);
  const usual = Math.max(1, Math.ceil((size.images - size.bigImages - large * LARGE_PHOTOS) / (small - large)));
  const events = Array.from({ length: small }, (_, n): PlannedEvent => {
    const isLarge = n % LARGE_EVERY === LARGE_EVERY - 1;
    const photos = isLarge ? LARGE_PHOTOS : Math.max(1, usual - 24 + ((n * 29) % 49));
    return { ...nameOf(n), ...statusOf(n, small), photos, createdAt: dayBefore(small - n) };
  });
  const big = { status: "active", before: null, photos: size.bigImages, createdAt: dayBefore(0) } as const;
  return [...events, { name: "Big event", slug: BIG_SLUG, ...big }];
}

const nameOf = (n: number): Pick<PlannedEvent, "name" | "slug"> => ({
  name: `${STORES[n % STORES.length] ?? ""} ${1 + ((n * 37) % 410)} ${SEASONS[n % SEASONS.length] ?? ""} count`,
  slug: `count-${n}`,
});

/** Old events are archived, the newest are active, some are discarded, a few are previews. */
function statusOf(n: number, count: number): Pick<PlannedEvent, "status" | "before"> {
  const before = n % 17 === 0 ? "discarded" : "completed";
  if (n < 0.6 * count) return { status: "archived", before };
  if (n < 0.9 * count) return { status: before, before: null };
  return { status: n % 23 === 0 ? "preview" : "active", before: null };
}

const dayBefore = (events: number): string => new Date(Date.now() - (events * DAY_MS) / 1.5).toISOString();
