import type { JudgedModel } from "@precount/domain";
import type { ReactElement } from "react";
import { ReliabilityChart } from "../../../ui/chart/ReliabilityChart.tsx";
import styles from "./Learning.module.css";

type Props = { champion: JudgedModel; challenger: JudgedModel };

/** How often values of a certainty are right. */
export function Reliability({ champion, challenger }: Props): ReactElement {
  return (
    <section className={`pc-panel ${styles["part"] ?? ""}`} aria-labelledby="reliability">
      <h2 id="reliability">Certainty and truth</h2>
      <ReliabilityChart
        title="Share of right values by certainty"
        curves={[
          { key: "before", title: "Before", bins: champion.reliability },
          { key: "after", title: "After", bins: challenger.reliability },
        ]}
      />
      <p className="pc-quiet" style={{ marginBottom: 0 }}>
        On the diagonal, 90 of 100 values with a certainty of 90 % are right. Above it the model is more often right
        than it claims.
      </p>
    </section>
  );
}
