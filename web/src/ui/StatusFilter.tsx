import type { ReactElement } from "react";
import type { StatusLook } from "./status.tsx";
import styles from "./StatusFilter.module.css";

type Props<S extends string> = {
  label: string;
  looks: Readonly<Record<S, StatusLook>>;
  options: readonly S[];
  counts?: Partial<Record<S, number>> | undefined;
  value: readonly S[];
  onChange: (value: S[]) => void;
};

/** Statuses as chips: each is switched on and off alone. */
export function StatusFilter<S extends string>(props: Props<S>): ReactElement {
  const { label, looks, options, counts, value, onChange } = props;
  return (
    <fieldset className={styles["chips"]} aria-label={label}>
      {options.map((status) => {
        const isOn = value.includes(status);
        return (
          <button
            key={status}
            type="button"
            aria-pressed={isOn}
            className={styles["chip"]}
            title={looks[status].hint}
            onClick={() => onChange(options.filter((other) => (other === status ? !isOn : value.includes(other))))}
          >
            <span aria-hidden="true">{looks[status].icon}</span>
            {looks[status].title}
            {counts && <span className={styles["count"]}>{counts[status] ?? 0}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
