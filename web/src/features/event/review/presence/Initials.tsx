import type { ReactElement } from "react";
import type { Other } from "./people.ts";
import styles from "./Presence.module.css";

/** Somebody else, in their colour; their name stands beside it or is said by what holds it. */
export function Initials({ of: { initials, colour } }: { of: Pick<Other, "initials" | "colour"> }): ReactElement {
  return (
    <span className={styles["initials"]} style={{ background: colour }} aria-hidden>
      {initials}
    </span>
  );
}
