import { type QueuePage } from "./queue-page.ts";
import type { Connection, QueueOptions } from "./queue-types.ts";
/**
 * Sends items to the server, in order, from one tab at a time. An item is shown as soon as it is changed, stored a moment
 * later, and sent only after that; what is stored survives the page. Clients bring a reducer and a `deliver` function.
 */
export declare class DurableQueue<Item, Event, Note = never> {
    #private;
    /** The stored items have been read. */
    readonly loaded: Promise<void>;
    constructor(options: QueueOptions<Item, Event, Note>, page?: QueuePage);
    get connection(): Connection;
    /** False where the browser stores nothing. */
    get isDurable(): boolean;
    readonly subscribe: (listener: () => void) => (() => void);
    /** Sends until the returned function is called. */
    open(): () => void;
    item(key: string): Item | null;
    items(): Item[];
    /** The task of the item that is on its way, if one is. */
    sendingTask(key: string): string | null;
    /** Whether the page shows a change that the store does not have. */
    hasUnconfirmed(): boolean;
    /** Shows the change at once, stores it, then sends it. Resolves when it is stored, or the store has failed. */
    change(initial: Item, events: readonly Event[]): Promise<void>;
    /** This page has written to the store, or removed from it, by another way than `change`. */
    reload(key: string): Promise<void>;
    /** Tries at once, without waiting for the next retry. */
    resume(): void;
    /** The server no longer knows the session. */
    setSignedOut(): void;
}
