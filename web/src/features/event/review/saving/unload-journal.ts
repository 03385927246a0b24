import { withBrowserLock } from "../../../../shared/browser/with-browser-lock.ts";
import { newKey } from "../../../../shared/browser/new-key.ts";
import { pagesWithUnloadJournal, readUnloadJournal, writeUnloadJournal } from "../../../../shared/session/storage.ts";
import type { Work, WorkEvent } from "./work.ts";
import type { DetectionRef } from "./work-store.ts";

/** One change to a detection. The field `place` is part of what existing browsers have stored. */
export type JournalEntry = { place: DetectionRef; events: readonly WorkEvent[] };

/** The server's answers are not written: the edit is sent again with the same key, and gets the same answer. */
const isOwn = ({ type }: WorkEvent): boolean => !["leaves", "saved", "conflict", "refused"].includes(type);

/** Null when there is nothing to write. */
export function serializeJournal(changes: readonly JournalEntry[]): string | null {
  const own = changes.map(({ place, events }) => ({ place, events: events.filter(isOwn) }));
  const entries = own.filter(({ events }) => events.length > 0);
  return entries.length > 0 ? JSON.stringify(entries) : null;
}

/**
 * Changes that the browser's database has not confirmed, in local storage: it takes them synchronously, and a page that is
 * closed has no time to wait. Each page writes a journal of its own; the next page recovers the journals of closed pages.
 */
export class UnloadJournal {
  readonly #userSid: string;
  readonly #page = newKey();
  /** The pages that this page waits to be closed, and itself. */
  readonly #awaited = new Set([this.#page]);
  #written: string | null = null;

  constructor(userSid: string) {
    this.#userSid = userSid;
    // Held until the page is closed, killed or crashes: then the browser releases it.
    void withBrowserLock(lockOf(this.#page), () => new Promise(() => undefined));
  }

  /** @param changes all that the database has not confirmed */
  write(changes: readonly JournalEntry[]): void {
    const text = serializeJournal(changes);
    if (text === this.#written) return;
    this.#written = text;
    try {
      writeUnloadJournal(this.#userSid, this.#page, text);
    } catch {
      // Local storage is full or forbidden: the database confirms in a moment, or its own error is shown.
    }
  }

  /**
   * Hands over the journal of each closed page once, and that of an open page as soon as it is closed. Without locks, on
   * plain HTTP, no page knows which ones are closed: the changes of open pages are then applied twice, to the same effect.
   * @param take must store the entries synchronously
   */
  recover(take: (entries: readonly JournalEntry[]) => void): void {
    const pages = pagesWithUnloadJournal(this.#userSid).filter((page) => !this.#awaited.has(page));
    for (const page of pages) {
      this.#awaited.add(page);
      void withBrowserLock(lockOf(page), async () => {
        const entries = parseJournal(readUnloadJournal(this.#userSid, page));
        if (entries.length > 0) take(entries);
        writeUnloadJournal(this.#userSid, page, null);
      });
    }
  }
}

const lockOf = (page: string): string => `precount-page-${page}`;

export function parseJournal(text: string | null): JournalEntry[] {
  try {
    // Written by `UnloadJournal` alone, in this browser.
    return JSON.parse(text ?? "[]") as JournalEntry[];
  } catch {
    return [];
  }
}

/** Whether the database had taken the change before its page was closed. */
export const isStored = (work: Work, { events }: JournalEntry): boolean =>
  events.some((event) => event.type === "put" && work.edits.some(({ id }) => id === event.edit.id));
