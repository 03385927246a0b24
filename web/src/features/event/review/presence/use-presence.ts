import { createStore } from "@precount/annotator";
import { useContext, useEffect, useMemo } from "react";
import type { WatchedImage } from "../../../../shared/live/live.ts";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { useReview } from "../session/session-context.ts";
import { type OtherUser, otherUsers } from "./other-users.ts";
import { PresenceBeacon, TAB } from "./presence-beacon.ts";
import { NO_USERS, type Presence, PresenceContext } from "./presence-context.ts";

/**
 * Reports that this user has the image open, and keeps the list of the other users who have.
 * @returns `watched`: for the live stream, which reports the users on the image
 */
export function usePresence(
  imageSid: string,
  detectionSid: string | null,
): { presence: Presence; watched: WatchedImage } {
  const { sid: me } = useAuthUser();
  // A new store for each image, because its users are not known yet. `useMemo`: both live as long as the image is shown.
  const { beacon, others } = useMemo(
    () => ({ beacon: new PresenceBeacon(imageSid), others: createStore<readonly OtherUser[]>(NO_USERS) }),
    [imageSid],
  );
  useEffect(() => beacon.open(), [beacon]);
  const watched: WatchedImage = {
    imageSid,
    tab: TAB,
    onPeople: (people) => others.set(otherUsers(people, me)),
    onOpen: beacon.sendAgain,
  };
  return { presence: { others, detectionSid, beacon }, watched };
}

/** Reports the result that is selected here and the field that has the focus. */
export function useShareSelection(): void {
  const { beacon } = useContext(PresenceContext);
  const detectionSid = useReview(({ detection }) => detection.sid);
  // Others do not know the index of a result that the server does not have yet.
  const index = useReview(({ selected, detection }) =>
    selected !== null && selected < detection.results.length ? selected : null,
  );
  const field = useReview(({ focus, selected }) =>
    focus?.kind === "reading" && focus.index === selected ? focus.field : null,
  );
  useEffect(() => {
    beacon?.setFocus(index === null ? null : { detectionSid, index, field });
  }, [beacon, detectionSid, index, field]);
  useEffect(() => () => beacon?.setFocus(null), [beacon]);
}
