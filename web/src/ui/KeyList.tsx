import type { ReactElement } from "react";
import styles from "./KeyList.module.css";

type Props = { rows: readonly { description: string; keys: readonly string[] }[] };

/** A list of keys with their actions. */
export const KeyList = ({ rows }: Props): ReactElement => (
  <ul className={styles["list"]}>
    {rows.map(({ description, keys }) => (
      <li key={description}>
        <span>{description}</span>
        <span className={styles["keys"]}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </li>
    ))}
  </ul>
);
