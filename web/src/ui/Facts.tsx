import type { ReactElement, ReactNode } from "react";
import styles from "./Facts.module.css";

/** Names beside their values; one that has no value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactElement {
  return (
    <dl className={styles["facts"]}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name} className={styles["fact"]}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
