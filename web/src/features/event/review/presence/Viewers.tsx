import { TeamOutlined } from "@ant-design/icons";
import { Popover } from "antd";
import type { ReactElement } from "react";
import { Initials } from "./Initials.tsx";
import styles from "./Presence.module.css";
import { useOtherUsers } from "./presence-context.ts";

/** The other users on the image, by name. The space is reserved while there are none, so that the header does not move. */
export function Viewers(): ReactElement {
  const others = useOtherUsers((now) => now);
  const count = others.length + 1;
  const isAlone = others.length === 0;
  return (
    <output className={styles["here"]} data-alone={isAlone} aria-label="Viewers">
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
}
