import { createStore } from "@precount/annotator";
import type { EditFocus, ImageDetection } from "@precount/domain";
import { useEffect, useMemo } from "react";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import type { Watched } from "../../../../shared/live/live.ts";
import { valueInHand } from "../panel/places.ts";
import { Beacon, TAB } from "./beacon.ts";
import { type Other, othersOf } from "./people.ts";
import { NOBODY, type Presence } from "./presence-context.ts";

/**
 * Tells the others that one looks at the image and what one has in hand, and hears of them.
 * @param selected index of the chosen result; null when none is
 * @returns `watched`: for the live stream, which tells who is there
 */
export function usePresence(
  imageSid: string,
  detection: Pick<ImageDetection, "sid" | "results"> | null,
  selected: number | null,
): { presence: Presence; watched: Watched } {
  const { sid: me } = useAuthUser();
  // Anew for each image: of the next one nobody is known yet.
  const { beacon, others } = useMemo(
    () => ({ beacon: new Beacon(imageSid), others: createStore<readonly Other[]>(NOBODY) }),
    [imageSid],
  );
  useEffect(() => beacon.open(), [beacon]);

  const detectionSid = detection?.sid ?? null;
  // What the server does not have yet has no index that others know.
  const index = selected !== null && detection && selected < detection.results.length ? selected : null;
  useEffect(() => {
    const hold = (): void => beacon.hold(handOf(detectionSid, index));
    hold();
    // After the focus has moved, not while it does.
    const onFocus = (): void => queueMicrotask(hold);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onFocus);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onFocus);
    };
  }, [beacon, detectionSid, index]);

  const watched = useMemo(
    (): Watched => ({
      imageSid,
      tab: TAB,
      onPeople: (people) => others.set(othersOf(people, me)),
      onOpen: beacon.again,
    }),
    [imageSid, others, me, beacon],
  );
  return { presence: useMemo(() => ({ others, detectionSid }), [others, detectionSid]), watched };
}

function handOf(detectionSid: string | null, index: number | null): EditFocus | null {
  if (detectionSid === null || index === null) return null;
  const value = valueInHand();
  return { detectionSid, index, field: value?.index === index ? value.field : null };
}
