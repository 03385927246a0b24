import { type OverlayBox, PresenceOutline } from "@precount/annotator/react";
import type { ReactElement } from "react";
import { useOthers } from "./presence-context.ts";

/** On the photo: a thin outline in the colour of whoever has a box in hand, with their initials. */
export function OthersMarks({ boxes }: { boxes: readonly OverlayBox[] }): ReactElement {
  const others = useOthers((now) => now);
  const detectionSid = useOthers((_, sid) => sid);
  return (
    <>
      {others.flatMap(({ sid, initials, colour, hands }) =>
        hands
          .filter((hand) => hand.detectionSid === detectionSid)
          .flatMap(({ index }) => boxes.find((box) => box.index === index) ?? [])
          .map(({ index, rect }) => (
            <PresenceOutline key={`${sid} ${index}`} rect={rect} initials={initials} color={colour} />
          )),
      )}
    </>
  );
}
