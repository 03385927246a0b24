import type { QueueOptions } from "./queue-types.ts";

/**
 * The items with a task to send now, in the order of sending.
 * @param items those of which nothing is being sent
 * @returns also the time until the next task is ready, null if none is waiting
 */
export function readyItems<Item, Event, Note>(
  items: readonly Item[],
  { nextTask, compare }: QueueOptions<Item, Event, Note>,
  nowMs: number,
): { ready: Item[]; nextInMs: number | null } {
  const waiting = items.flatMap((item) => {
    const task = nextTask(item);
    return task ? [{ item, readyAtMs: task.readyAtMs }] : [];
  });
  if (compare) waiting.sort((a, b) => compare(a.item, b.item));
  const later = waiting.filter(({ readyAtMs }) => readyAtMs > nowMs).map(({ readyAtMs }) => readyAtMs);
  return {
    ready: waiting.filter(({ readyAtMs }) => readyAtMs <= nowMs).map(({ item }) => item),
    nextInMs: later.length === 0 ? null : Math.min(...later) - nowMs,
  };
}
