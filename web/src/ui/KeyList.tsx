import type { ReactElement } from "react";
import styles from "./KeyList.module.css";

type Props = { rows: readonly { words: string; keys: readonly string[] }[] };

/** What some keys do, to be looked up. Keys as they stand on the keyboard. */
export const KeyList = ({ rows }: Props): ReactElement => (
  <ul className={styles["list"]}>
    {rows.map(({ words, keys }) => (
      <li key={words}>
        <span>{words}</span>
        <span className={styles["keys"]}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </li>
    ))}
  </ul>
);
