import type { EditFocus } from "@precount/domain";
import type { ReactElement } from "react";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import { Initials } from "./Initials.tsx";
import { type OtherUser, joinNames, usersAt } from "./other-users.ts";
import styles from "./Presence.module.css";
import { useOtherUsers } from "./presence-context.ts";

type Props = { index: number; field?: EditFocus["field"] };
type Shown = Pick<OtherUser, "sid" | "name" | "initials" | "color">;

const WHAT = {
  result: { one: "has selected this", many: "have selected this" },
  field: { one: "is in this field", many: "are in this field" },
} as const;

/** Marks a result that other users have selected, or a field that they are in. */
export function OtherUsersHere({ index, field = null }: Props): ReactElement | null {
  // As text, so that the same users give the same value: the card renders only when a user opens or leaves the image.
  const text = useOtherUsers((others, detectionSid) =>
    JSON.stringify(
      usersAt(others, detectionSid, index, field).map(({ sid, name, initials, color }) => {
        return { sid, name, initials, color };
      }),
    ),
  );
  const users = JSON.parse(text) as Shown[]; // written above
  if (users.length === 0) return null;
  const what = WHAT[field === null ? "result" : "field"];
  const title = `${joinNames(users)} ${users.length === 1 ? what.one : what.many}`;
  return (
    <WithTooltip title={title}>
      <span className={styles["at"]}>
        <span className={styles["unseen"]}>{title}</span>
        {users.map((user) => (
          <Initials key={user.sid} of={user} />
        ))}
      </span>
    </WithTooltip>
  );
}
