import type { QueueOptions } from "./queue-types.ts";
/** The items of a queue: shown as this page changed them, written to the store in order, and read again when stale. */
export declare class QueueEntries<Item, Event, Note> {
    #private;
    /** @param onStored hears that the store has confirmed a change of this page */
    constructor(options: QueueOptions<Item, Event, Note>, { onChange, onStored }: {
        onChange: (key: string) => void;
        onStored: (key: string) => void;
    });
    /** Reads all items. A store that cannot be read leaves this page's own copies. */
    load(): Promise<{
        isDurable: boolean;
    }>;
    has(key: string): boolean;
    /** As the screen shows it. */
    item(key: string): Item | null;
    /** As it may be sent: what the store has confirmed, or this page's copy while the store fails. */
    sendable(key: string): Item | null;
    keys(): string[];
    items(): Item[];
    hasUnconfirmed(): boolean;
    /** Shows the change at once. Resolves when the store has confirmed it, or has failed to. */
    change(initial: Item, events: readonly Event[]): Promise<void>;
    /** Reads the item again, after pending writes. */
    refresh(key: string): Promise<void>;
    /** Tries again to write what the store did not take. */
    retryWrites(): Promise<void>;
}
