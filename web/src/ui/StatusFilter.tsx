import type { ReactElement } from "react";
import type { StatusDisplay } from "./status-display.tsx";
import styles from "./StatusFilter.module.css";

type Props<S extends string> = {
  label: string;
  displays: Readonly<Record<S, StatusDisplay>>;
  options: readonly S[];
  counts?: Partial<Record<S, number>> | undefined;
  value: readonly S[];
  onChange: (value: S[]) => void;
};

/** A filter of status chips that are toggled independently. */
export function StatusFilter<S extends string>(props: Props<S>): ReactElement {
  const { label, displays, options, counts, value, onChange } = props;
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
            title={displays[status].tooltip}
            onClick={() => onChange(options.filter((other) => (other === status ? !isOn : value.includes(other))))}
          >
            <span aria-hidden="true">{displays[status].icon}</span>
            {displays[status].title}
            {counts && <span className={styles["count"]}>{counts[status] ?? 0}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
