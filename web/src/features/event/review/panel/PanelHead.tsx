import { RESULT_STATUSES, type ResultStatus } from "@precount/domain";
import { type ReactElement, useDeferredValue } from "react";
import { StatusFilter } from "../../../../ui/StatusFilter.tsx";
import { RESULT_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import { SegmentedControl } from "../../../../ui/SegmentedControl.tsx";
import { type PanelTab, hasStatus } from "../result-filter.ts";
import styles from "../Review.module.css";
import { useReview, useSession } from "../session/session-context.ts";

/** Which results are listed, and how many of each there are. */
export function PanelHead(): ReactElement {
  const session = useSession();
  // The counts may follow an edit a moment later.
  const items = useDeferredValue(useReview(({ edits }) => edits.items));
  const tab = useReview(({ list }) => list.tab);
  const isProof = useReview((state) => state.isProof);
  const statuses = useReview(({ list }) => list.statuses);
  const count = (status: ResultStatus): number => items.filter((item) => hasStatus(item, status)).length;
  const discarded = count("discarded");
  return (
    <div className={styles["panelHead"]}>
      <SegmentedControl<PanelTab | "proof">
        aria-label="Which labels"
        value={isProof ? "proof" : tab}
        options={[
          { value: "doubtful", label: `Doubtful ${count("invalid")}` },
          { value: "all", label: `All ${items.length - discarded}` },
          { value: "discarded", label: `Discarded ${discarded}` },
          { value: "proof", label: "Proof" },
        ]}
        onChange={(chosen) => {
          if (chosen === "proof") session.showProof();
          else session.filterList({ tab: chosen, statuses: [] });
          session.selectAndShow(null);
        }}
      />
      {tab === "all" && !isProof && (
        <StatusFilter
          label="Labels by status"
          displays={RESULT_STATUS_DISPLAY}
          options={RESULT_STATUSES}
          counts={Object.fromEntries(RESULT_STATUSES.map((status) => [status, count(status)]))}
          value={statuses}
          onChange={(chosen) => session.filterList({ statuses: chosen })}
        />
      )}
    </div>
  );
}
