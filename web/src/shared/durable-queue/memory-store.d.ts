import type { QueueStore } from "./queue-types.ts";
type MemoryOptions<Item, Event> = {
    keyOf: (item: Item) => string;
    reduce: (item: Item, event: Event) => Item;
    /** Whether a change creates an item that is not stored. */
    createsOnChange: boolean;
};
/** Stores items as long as the page lives. `items` is the content, by key. */
export declare function memoryStore<Item, Event>({ keyOf, reduce, createsOnChange }: MemoryOptions<Item, Event>, items?: Map<string, Item>): QueueStore<Item, Event>;
export {};
