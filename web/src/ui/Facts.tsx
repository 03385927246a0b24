import type { ReactElement, ReactNode } from "react";
import styles from "./Facts.module.css";

/** A list of names and values. Facts without a value are left out. */
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
