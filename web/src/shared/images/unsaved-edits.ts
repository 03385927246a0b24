import { createContext, useContext, useSyncExternalStore } from "react";

/** The state of an image's edits: all saved, being sent, or waiting for a connection or a decision. */
export type EditsOfImage = "saved" | "sending" | "held-up";

/** The edits of the signed-in user that the server does not have yet. */
export type UnsavedEdits = {
  subscribe: (listener: () => void) => () => void;
  editsOf: (imageSid: string) => EditsOfImage;
};

const ALL_SAVED: UnsavedEdits = { subscribe: () => () => undefined, editsOf: () => "saved" };

/** Provided by the review's save queue. */
export const UnsavedEditsContext = createContext<UnsavedEdits>(ALL_SAVED);

/** The state of each image's edits, in the order of `sids`. */
export function useEditsOfImages(sids: readonly string[]): EditsOfImage[] {
  const edits = useContext(UnsavedEditsContext);
  // A string: the snapshot must stay the same while nothing changes.
  const states = useSyncExternalStore(edits.subscribe, () => sids.map(edits.editsOf).join());
  return states === "" ? [] : (states.split(",") as EditsOfImage[]); // joined above
}
