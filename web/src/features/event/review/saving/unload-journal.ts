import { withBrowserLock } from "../../../../shared/browser/with-browser-lock.ts";
import { newKey } from "../../../../shared/browser/new-key.ts";
import { pagesWithUnloadJournal, writeUnloadJournal, readUnloadJournal } from "../../../../shared/session/storage.ts";
import type { Work, WorkEvent } from "./work.ts";
import type { DetectionRef } from "./work-store.ts";

/** What one gesture or keystroke changes. */
export type JournalEntry = { place: DetectionRef; events: readonly WorkEvent[] };

/** What the server said is asked of it again, with the same key: only a person's own words are kept. */
const isOwn = ({ type }: WorkEvent): boolean => !["leaves", "saved", "conflict", "refused"].includes(type);

/**
 * What the browser's database has not confirmed stands in local storage too, which takes it without waiting: a page that
 * goes has no time left, and may not even be told. Null when there is nothing to keep.
 * @param ahead what the database has not confirmed
 */
export function serializeJournal(ahead: readonly JournalEntry[]): string | null {
  const own = ahead.map(({ place, events }) => ({ place, events: events.filter(isOwn) }));
  const words = own.filter(({ events }) => events.length > 0);
  return words.length > 0 ? JSON.stringify(words) : null;
}

/** The words of one page for as long as it lives, and of those that are gone. */
export class UnloadJournal {
  readonly #userSid: string;
  readonly #page = newKey();
  readonly #awaited = new Set([this.#page]);
  #kept: string | null = null;

  constructor(userSid: string) {
    this.#userSid = userSid;
    // Held until the page is gone, however it goes: the browser lets it loose.
    void withBrowserLock(lockOf(this.#page), () => new Promise(() => undefined));
  }

  keep(ahead: readonly JournalEntry[]): void {
    const text = serializeJournal(ahead);
    if (text === this.#kept) return;
    this.#kept = text;
    try {
      writeUnloadJournal(this.#userSid, this.#page, text);
    } catch {
      // No room, or not allowed: the database confirms in a moment, or says what is wrong.
    }
  }

  /**
   * Hands over what pages left that are gone, each once, and of those still there as soon as they go. Without locks, on
   * plain HTTP, nobody knows which are gone: what the others have not confirmed is then done twice, and means the same.
   * @param take must keep them at once, before it waits for anything
   */
  takeLeft(take: (words: readonly JournalEntry[]) => void): void {
    const pages = pagesWithUnloadJournal(this.#userSid).filter((page) => !this.#awaited.has(page));
    for (const page of pages) {
      this.#awaited.add(page);
      void withBrowserLock(lockOf(page), async () => {
        const words = parseJournal(readUnloadJournal(this.#userSid, page));
        if (words.length > 0) take(words);
        writeUnloadJournal(this.#userSid, page, null);
      });
    }
  }
}

const lockOf = (page: string): string => `precount-page-${page}`;

export function parseJournal(kept: string | null): JournalEntry[] {
  try {
    // Written by `LastWords` alone, in this browser.
    return JSON.parse(kept ?? "[]") as JournalEntry[];
  } catch {
    return [];
  }
}

/** The database had taken it after all. */
export const isStored = (work: Work, { events }: JournalEntry): boolean =>
  events.some((event) => event.type === "put" && work.edits.some(({ id }) => id === event.edit.id));
