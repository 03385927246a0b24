import { VARIANCE_BASIS_TITLES, type VarianceBasis, type VarianceMeasure } from "@precount/domain";
import { Select } from "antd";
import type { ReactElement } from "react";
import styles from "./Variance.module.css";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";

type Props = {
  basis: VarianceBasis | null;
  bases: readonly VarianceBasis[];
  measure: VarianceMeasure;
  hasPrices: boolean;
  onChange: (changes: { basis?: VarianceBasis; measure?: VarianceMeasure }) => void;
};

/** Chooses the quantities to compare with, and how differences are ranked. */
export function VarianceBar({ basis, bases, measure, hasPrices, onChange }: Props): ReactElement | null {
  if (basis === null) return null;
  return (
    <div className={styles["bar"]}>
      <label htmlFor="variance-basis">Compare with</label>
      <Select<VarianceBasis>
        id="variance-basis"
        className={styles["basis"] ?? ""}
        value={basis}
        options={bases.map((value) => ({ value, label: VARIANCE_BASIS_TITLES[value] }))}
        onChange={(chosen) => onChange({ basis: chosen })}
      />
      {hasPrices && (
        <SegmentedControl<VarianceMeasure>
          aria-label="Rank by"
          value={measure}
          options={[
            { value: "value", label: "Value" },
            { value: "units", label: "Units" },
          ]}
          onChange={(chosen) => onChange({ measure: chosen })}
        />
      )}
    </div>
  );
}
