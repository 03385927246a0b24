import { Checkbox } from "antd";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./Radar.module.css";

type Props = {
  total: number;
  /** The keys of the findings on this page, and the selected ones of them. */
  page: readonly string[];
  selected: readonly string[];
  isAccepted: boolean;
  /** Why findings cannot be changed; null if they can. */
  reason: string | null;
  onSelect: (keys: readonly string[], isOn: boolean) => void;
  onAccept: () => void;
  onReopen: () => void;
};

/** Selects the findings of the page, and accepts or reopens the selected ones. */
export function RadarBar(props: Props): ReactElement {
  const { total, page, selected, isAccepted } = props;
  const count = selected.length;
  const reason = props.reason ?? (count === 0 ? "Select findings first." : null);
  return (
    <div className={styles["bar"]}>
      <Checkbox
        checked={count > 0 && count === page.length}
        indeterminate={count > 0 && count < page.length}
        onChange={({ target }) => props.onSelect(page, target.checked)}
      >
        Select this page
      </Checkbox>
      <ReasonButton reason={reason} onClick={isAccepted ? props.onReopen : props.onAccept}>
        {isAccepted ? "Reopen" : "Accept"}
        {count > 0 && ` ${count} selected`}
      </ReasonButton>
      <span className="pc-grow" />
      <span className="pc-quiet" aria-live="polite">
        {total === 1 ? "1 finding" : `${total.toLocaleString("en-GB")} findings`}, largest impact first
      </span>
    </div>
  );
}
