import { replaceEqualDeep } from "@tanstack/react-query";
import { type EventOrder, keepKnownOrder } from "./image-list.ts";

/** Others work through the same list: an image that they have finished, or have open, must not be the next one here. */
export const ORDER_OPTIONS = {
  staleTime: 10_000,
  refetchInterval: 15_000,
  // The query returns nothing else.
  structuralSharing: (old: unknown, now: unknown) =>
    replaceEqualDeep(old, keepKnownOrder(old as EventOrder | undefined, now as EventOrder)),
} as const;
