import { useSyncExternalStore } from "react";
import type { Store } from "../store.ts";

/**
 * Selects from a store and renders again only when the selection changes. `pick` must return the same reference for
 * the same value.
 */
export const useStore = <T, Picked>(store: Store<T>, pick: (value: T) => Picked): Picked =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));
