import type { Work, WorkEvent } from "./work.ts";
import type { Place } from "./work-store.ts";

/** What one gesture or keystroke changes. */
export type Words = { place: Place; events: readonly WorkEvent[] };

/** What the server said is asked of it again, with the same key: only a person's own words are kept. */
const isOwn = ({ type }: WorkEvent): boolean => !["leaves", "saved", "conflict", "refused"].includes(type);

/**
 * When a page goes, the browser's database may not have taken what was typed in the last instant; local storage takes it
 * without waiting, and the next page replays it. Null when there is nothing to keep.
 * @param kept what is there already
 * @param ahead what the database has not confirmed
 */
export function lastWords(kept: string | null, ahead: readonly Words[]): string | null {
  const own = ahead.map(({ place, events }) => ({ place, events: events.filter(isOwn) }));
  const words = [...readWords(kept), ...own.filter(({ events }) => events.length > 0)];
  return words.length > 0 ? JSON.stringify(words) : null;
}

export function readWords(kept: string | null): Words[] {
  try {
    // Written by `lastWords` alone, in this browser.
    return JSON.parse(kept ?? "[]") as Words[];
  } catch {
    return [];
  }
}

/** The database had taken it after all. */
export const isTaken = (work: Work, { events }: Words): boolean =>
  events.some((event) => event.type === "put" && work.edits.some(({ id }) => id === event.edit.id));
