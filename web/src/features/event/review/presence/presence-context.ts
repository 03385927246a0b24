import { type Store, createStore } from "@precount/annotator";
import { useStore } from "@precount/annotator/react";
import { createContext, useContext } from "react";
import type { OtherUser } from "./other-users.ts";
import type { PresenceBeacon } from "./presence-beacon.ts";

/** The other users on this image, in a store: only components that show them render when they move. */
export type Presence = {
  others: Store<readonly OtherUser[]>;
  detectionSid: string | null;
  /** Tells the others what this user has selected; null outside the review. */
  beacon: PresenceBeacon | null;
};

export const NO_USERS: readonly OtherUser[] = [];
export const PresenceContext = createContext<Presence>({
  others: createStore(NO_USERS),
  detectionSid: null,
  beacon: null,
});

/** A part of the other users. `pick` must return the same value for the same users. */
export function useOtherUsers<T>(pick: (others: readonly OtherUser[], detectionSid: string | null) => T): T {
  const { others, detectionSid } = useContext(PresenceContext);
  return useStore(others, (now) => pick(now, detectionSid));
}
