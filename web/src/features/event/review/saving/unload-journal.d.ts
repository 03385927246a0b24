import type { Work, WorkEvent } from "./work.ts";
import type { DetectionRef } from "./work-store.ts";
/** One change to a detection. The field `place` is part of what existing browsers have stored. */
export type JournalEntry = {
    place: DetectionRef;
    events: readonly WorkEvent[];
};
/** Null when there is nothing to write. */
export declare function serializeJournal(changes: readonly JournalEntry[]): string | null;
/**
 * Changes that the browser's database has not confirmed, in local storage: it takes them synchronously, and a page that is
 * closed has no time to wait. Each page writes a journal of its own; the next page recovers the journals of closed pages.
 */
export declare class UnloadJournal {
    #private;
    constructor(userSid: string);
    /** @param changes all that the database has not confirmed */
    write(changes: readonly JournalEntry[]): void;
    /**
     * Hands over the journal of each closed page once, and that of an open page as soon as it is closed. Without locks, on
     * plain HTTP, no page knows which ones are closed: the changes of open pages are then applied twice, to the same effect.
     * @param take must store the entries synchronously
     */
    recover(take: (entries: readonly JournalEntry[]) => void): void;
}
export declare function parseJournal(text: string | null): JournalEntry[];
/** Whether the database had taken the change before its page was closed. */
export declare const isStored: (work: Work, { events }: JournalEntry) => boolean;
