import { useState } from "react";
import type { WallItem } from "./wall-items.ts";
import { readWrongQueue, storeWrongQueue } from "./wall-memory.ts";

export type WrongQueue = {
  ids: ReadonlySet<string>;
  items: WallItem[];
  add: (items: readonly WallItem[]) => void;
  remove: (id: string) => void;
};

/** The stickers whose values are wrong, in the order in which they are retyped. They survive a look at a photo. */
export function useWrongQueue(slug: string, all: readonly WallItem[]): WrongQueue {
  const [queue, setQueue] = useState(() => readWrongQueue(slug));
  const change = (next: string[]): void => {
    setQueue(next);
    storeWrongQueue(slug, next);
  };
  const ids = new Set(queue);
  const byId = queue.length === 0 ? null : new Map(all.filter(({ id }) => ids.has(id)).map((item) => [item.id, item]));
  return {
    ids,
    // A sticker that was discarded meanwhile is left out.
    items: queue.flatMap((id) => byId?.get(id) ?? []),
    add: (items) => change([...new Set([...queue, ...items.map(({ id }) => id)])]),
    remove: (id) => change(queue.filter((queuedId) => queuedId !== id)),
  };
}
