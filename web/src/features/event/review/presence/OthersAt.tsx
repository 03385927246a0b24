import type { EditFocus } from "@precount/domain";
import { type ReactElement, useRef } from "react";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import { Initials } from "./Initials.tsx";
import { type Other, namesOf, othersAt } from "./people.ts";
import styles from "./Presence.module.css";
import { useOthers } from "./presence-context.ts";

type Props = { index: number; field?: EditFocus["field"] };

/** Marks a result that somebody else has chosen, or a field that somebody else is in. */
export function OthersAt({ index, field = null }: Props): ReactElement | null {
  const last = useRef<readonly Other[]>([]);
  const others = useOthers((now, detectionSid) => {
    const found = othersAt(now, detectionSid, index, field);
    // The same list while it holds the same people: a card is drawn again only when somebody comes or goes.
    if (found.map(({ sid }) => sid).join() !== last.current.map(({ sid }) => sid).join()) last.current = found;
    return last.current;
  });
  if (others.length === 0) return null;
  const what = field === null ? "has this chosen" : "is in this field";
  const text = `${namesOf(others)} ${others.length === 1 ? what : WHAT_MANY[field === null ? "result" : "field"]}`;
  return (
    <WithTooltip title={text}>
      <span className={styles["at"]}>
        <span className={styles["unseen"]}>{text}</span>
        {others.map((other) => (
          <Initials key={other.sid} of={other} />
        ))}
      </span>
    </WithTooltip>
  );
}

const WHAT_MANY = { result: "have this chosen", field: "are in this field" } as const;
