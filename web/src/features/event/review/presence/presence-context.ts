import { type Store, createStore } from "@precount/annotator";
import { useStore } from "@precount/annotator/react";
import { createContext, useContext } from "react";
import type { Other } from "./people.ts";

/** Who else is on this image. Outside React's own state: only what shows them is drawn again when they move. */
export type Presence = { others: Store<readonly Other[]>; detectionSid: string | null };

export const NOBODY: readonly Other[] = [];
export const PresenceContext = createContext<Presence>({ others: createStore(NOBODY), detectionSid: null });

/** Others as `pick` sees them, which must give the same for the same. */
export function useOthers<T>(pick: (others: readonly Other[], detectionSid: string | null) => T): T {
  const { others, detectionSid } = useContext(PresenceContext);
  return useStore(others, (now) => pick(now, detectionSid));
}
