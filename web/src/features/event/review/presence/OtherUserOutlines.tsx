import { type OverlayBox, PresenceOutline } from "@precount/annotator/react";
import type { ReactElement } from "react";
import { useOtherUsers } from "./presence-context.ts";

/** On the photo: a thin outline around the results that other users have selected, with their color and initials. */
export function OtherUserOutlines({ boxes }: { boxes: readonly OverlayBox[] }): ReactElement {
  const others = useOtherUsers((now) => now);
  const detectionSid = useOtherUsers((_, sid) => sid);
  return (
    <>
      {others.flatMap(({ sid, initials, color, hands }) =>
        hands
          .filter((at) => at.detectionSid === detectionSid)
          .flatMap(({ index }) => boxes.find((box) => box.index === index) ?? [])
          .map(({ index, rect }) => (
            <PresenceOutline key={`${sid} ${index}`} rect={rect} initials={initials} color={color} />
          )),
      )}
    </>
  );
}
