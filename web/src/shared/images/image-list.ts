import { z } from "zod";

/**
 * The list the user came from; previous and next follow it (spec §2, PD-39). It is in session storage, so that each browser tab has
 * its own.
 */
const listSchema = z.object({
  sids: z.array(z.string()),
  /** Names the filters and the sort order of the list. */
  filter: z.string(),
});
type ImageList = z.infer<typeof listSchema>;
const key = (slug: string): string => `images.${slug}`;

export function storeImageList(slug: string, sids: readonly string[], filter: string): void {
  sessionStorage.setItem(key(slug), JSON.stringify({ sids, filter }));
}

function readImageList(slug: string): ImageList | null {
  try {
    return listSchema.parse(JSON.parse(sessionStorage.getItem(key(slug)) ?? "null"));
  } catch {
    return null;
  }
}

/** Null when the image was opened directly; previous and next then follow the event's default order. */
export const storedImageList = (slug: string): string[] | null => readImageList(slug)?.sids ?? null;

/**
 * The list of a user who returned from one of its images. With the same filter, the order does not change and images that the filter
 * no longer matches stay: previous and next must not change because images were approved. New images are appended.
 */
export const extendedList = (known: ImageList | null, now: ImageList): ImageList =>
  known?.filter === now.filter ? { ...now, sids: [...new Set([...known.sids, ...now.sids])] } : now;

export const extendImageList = (slug: string, sids: readonly string[], filter: string): void =>
  storeImageList(slug, extendedList(readImageList(slug), { sids: [...sids], filter }).sids, filter);

/** An event's images in default order: all, those to review, those of them without doubts, and those that another user has open. */
export type EventOrder = {
  sids: readonly string[];
  open: readonly string[];
  sure: readonly string[];
  taken: readonly string[];
};

/**
 * The current images in the order in which they were first seen. An edit lowers an image's review priority, and the image must not
 * move while the user works on it. New images are appended.
 */
export function keepKnownOrder<T extends EventOrder>(old: EventOrder | undefined, now: T): T {
  if (old === undefined) return now;
  const present = new Set(now.sids);
  const known = new Set(old.sids);
  const sids = [...old.sids.filter((sid) => present.has(sid)), ...now.sids.filter((sid) => !known.has(sid))];
  return { ...now, sids };
}

export type Position = { index: number; total: number; previous: string; next: string };

/**
 * The position of `sid` in `list` and its neighbors, wrapping around at the ends. Ids that are not in `existing` are skipped. Null
 * when the list does not contain `sid`.
 */
export function positionIn(list: readonly string[], sid: string, existing?: ReadonlySet<string>): Position | null {
  const present = existing ? list.filter((other) => other === sid || existing.has(other)) : list;
  const index = present.indexOf(sid);
  const previous = present.at(index - 1);
  const next = present[(index + 1) % present.length];
  return index < 0 || previous === undefined || next === undefined
    ? null
    : { index, total: present.length, previous, next };
}

/**
 * The image to open when `sid` is done: the next image to review in the list, wrapping around, else the first of the event. Images
 * that another user has open come last, so that two users who follow the same list do not do the same work. Null when every image
 * is done.
 * @param list the list the user came from; null for the event's order
 */
export function nextToReview(list: readonly string[] | null, event: EventOrder, sid: string): string | null {
  const taken = new Set(event.taken);
  const ahead = openAfter(list, event, sid);
  return ahead.find((other) => !taken.has(other)) ?? ahead[0] ?? null;
}

/**
 * The next image with doubtful values when `sid` is done; null when the others have none, or are open at other
 * users. Parameters as in `nextToReview`.
 */
export function nextWithDoubts(list: readonly string[] | null, event: EventOrder, sid: string): string | null {
  const left = new Set([...event.sure, ...event.taken]);
  return openAfter(list, event, sid).find((other) => !left.has(other)) ?? null;
}

/** The images to review after `sid`, each once, wrapping around. */
function openAfter(list: readonly string[] | null, event: EventOrder, sid: string): string[] {
  const open = new Set(event.open);
  const order = list?.includes(sid) ? list : event.sids;
  const at = order.indexOf(sid);
  const ahead = new Set([...order.slice(at + 1), ...order.slice(0, Math.max(at, 0)), ...event.open]);
  return [...ahead].filter((other) => other !== sid && open.has(other));
}

/** How many photos wait for the proof sheet: those without doubts that no other user has open. */
export function countOnSheet({ sure, taken }: EventOrder): number {
  const open = new Set(taken);
  return sure.filter((sid) => !open.has(sid)).length;
}

/** How many photos a proof sheet shows. */
export const SHEET_PHOTOS = 24;

/**
 * The photos of the proof sheet to show when `sid` is done: the next ones to review, if several in a row have no doubtful value.
 * Empty when the next photo has doubtful values, or is the only one.
 * @param sid null for all photos without doubts, wherever they are in the list
 */
export function nextSheet(list: readonly string[] | null, event: EventOrder, sid: string | null): string[] {
  const sure = new Set(event.sure);
  const taken = new Set(event.taken);
  const ahead = openAfter(list, event, sid ?? "").filter((other) => !taken.has(other));
  if (sid === null) return ahead.filter((other) => sure.has(other)).slice(0, SHEET_PHOTOS);
  const end = ahead.findIndex((other) => !sure.has(other));
  const row = ahead.slice(0, end < 0 ? undefined : end).slice(0, SHEET_PHOTOS);
  return row.length > 1 ? row : [];
}
