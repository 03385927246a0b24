import { useSyncExternalStore } from "react";
import type { Store } from "../store.ts";

/** What `pick` makes of a store's value; drawn again only when that changes. It must give the same for the same. */
export const useStore = <T, Picked>(store: Store<T>, pick: (value: T) => Picked): Picked =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));
