import type { QueueStore } from "./queue-types.ts";

type MemoryOptions<Item, Event> = {
  keyOf: (item: Item) => string;
  /** Null removes the item. */
  reduce: (item: Item, event: Event) => Item | null;
  /** Whether a change creates an item that is not stored. */
  createsOnChange: boolean;
};

/** Stores items as long as the page lives. `items` is the content, by key. */
export function memoryStore<Item, Event>(
  { keyOf, reduce, createsOnChange }: MemoryOptions<Item, Event>,
  items = new Map<string, Item>(),
): QueueStore<Item, Event> {
  return {
    isDurable: false,
    list: async () => [...items.values()],
    read: async (key) => items.get(key) ?? null,
    change: async (initial, events) => {
      const key = keyOf(initial);
      const stored = items.get(key) ?? (createsOnChange ? initial : null);
      const item = events.reduce<Item | null>((before, event) => before && reduce(before, event), stored);
      if (item === null) items.delete(key);
      else items.set(key, item);
      return item;
    },
  };
}
