import { z } from "zod";

/**
 * The list the user came from; previous and next follow it (spec §2, PD-39). It is in session storage, so that each browser tab has
 * its own.
 */
const listSchema = z.array(z.string());
const key = (slug: string): string => `images.${slug}`;

export function storeImageList(slug: string, sids: readonly string[]): void {
  sessionStorage.setItem(key(slug), JSON.stringify(sids));
}

/** Null when the image was opened directly; previous and next then follow the event's default order. */
export function storedImageList(slug: string): string[] | null {
  try {
    return listSchema.parse(JSON.parse(sessionStorage.getItem(key(slug)) ?? "null"));
  } catch {
    return null;
  }
}

/** An event's images in default order: all, those to review, and those that another user has open. */
export type EventOrder = { sids: readonly string[]; open: readonly string[]; taken: readonly string[] };

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
  const open = new Set(event.open);
  const taken = new Set(event.taken);
  const order = list?.includes(sid) ? list : event.sids;
  const at = order.indexOf(sid);
  const ahead = [...order.slice(at + 1), ...order.slice(0, Math.max(at, 0)), ...event.open].filter(
    (other) => other !== sid && open.has(other),
  );
  return ahead.find((other) => !taken.has(other)) ?? ahead[0] ?? null;
}
