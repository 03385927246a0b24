import type { ReactElement } from "react";
import type { OtherUser } from "./other-users.ts";
import styles from "./Presence.module.css";

/** Another user's initials in their color. The name is beside them or in a tooltip around them. */
export function Initials({ of: { initials, color } }: { of: Pick<OtherUser, "initials" | "color"> }): ReactElement {
  return (
    <span className={styles["initials"]} style={{ background: color }} aria-hidden>
      {initials}
    </span>
  );
}
