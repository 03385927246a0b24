import { z } from "zod";

/**
 * The list a person came from, so that previous and next follow it (spec §2, decision 39). It lives in
 * session storage: each tab of the browser has its own.
 */
const listSchema = z.array(z.string());
const key = (slug: string): string => `images.${slug}`;

export function storeImageList(slug: string, sids: readonly string[]): void {
  sessionStorage.setItem(key(slug), JSON.stringify(sids));
}

/** Null when the page was opened directly: then the event's own order counts. */
export function storedImageList(slug: string): string[] | null {
  try {
    return listSchema.parse(JSON.parse(sessionStorage.getItem(key(slug)) ?? "null"));
  } catch {
    return null;
  }
}

/** An event's images in its default order; which of them need someone, and which of those somebody else is on. */
export type EventOrder = { sids: readonly string[]; open: readonly string[]; taken: readonly string[] };

/**
 * What is so now, in the order in which it was first seen: an image that one works on needs less with every edit, and must not
 * move away under the person. What is new comes last.
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
 * Where `sid` stands in `list` and who its neighbours are, around the ends. `existing` drops ids that are
 * gone meanwhile. Null when the list does not hold `sid`.
 */
export function positionIn(list: readonly string[], sid: string, existing?: ReadonlySet<string>): Position | null {
  const kept = existing ? list.filter((other) => other === sid || existing.has(other)) : list;
  const index = kept.indexOf(sid);
  const previous = kept.at(index - 1);
  const next = kept[(index + 1) % kept.length];
  return index < 0 || previous === undefined || next === undefined
    ? null
    : { index, total: kept.length, previous, next };
}

/**
 * The image to go to when `sid` is done: the next one of the list that needs someone, around its end; else the first of the
 * event that does. One that somebody else is on only when there is no other: so two people who follow the same list do not
 * do the same work. Null when there is none at all.
 * @param list the one the person came from; null: the event's own
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
