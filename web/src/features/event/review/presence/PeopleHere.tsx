import { TeamOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import { type ReactElement, memo } from "react";
import { Initials } from "./Initials.tsx";
import styles from "./Presence.module.css";
import { useOthers } from "./presence-context.ts";

/** 'Who else is here', with their names. Its place is kept while one is alone, so that nothing moves when somebody comes. */
export const PeopleHere = memo((): ReactElement => {
  const others = useOthers((now) => now);
  const count = others.length + 1;
  const isAlone = others.length === 0;
  return (
    <output className={styles["here"]} data-alone={isAlone} aria-label="Who is here">
      {!isAlone && (
        <Popover
          trigger={["hover", "click"]}
          placement="bottom"
          content={
            <ul className={styles["names"]}>
              {others.map((other) => (
                <li key={other.sid}>
                  <Initials of={other} /> {other.name}
                </li>
              ))}
              <li>You</li>
            </ul>
          }
        >
          <button type="button" className={styles["chip"]}>
            <TeamOutlined aria-hidden />
            <span>
              {count} <span className={styles["word"]}>people here</span>
            </span>
          </button>
        </Popover>
      )}
    </output>
  );
});
