import { type AnalysisResponse, formatDuration } from "@precount/domain";
import type { ReactElement } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import { StaleTag } from "../StaleTag.tsx";
import type { DisplayedResult } from "../../../ui/displayed-results.ts";
import styles from "../Experiments.module.css";

type Props = {
  answer: AnalysisResponse;
  labels: readonly DisplayedResult[];
  /** The form says something else by now. */
  isStale: boolean;
  fileName: string;
};

/** What came of it, in one line. */
export function AnalysisSummary({ answer, labels, isStale, fileName }: Props): ReactElement {
  const { width, height } = answer.image.size;
  const doubtful = labels.filter(({ needsAttention }) => needsAttention).length;
  return (
    <div className={styles["summary"]}>
      <strong>{labels.length === 1 ? "1 label" : `${labels.length} labels`}</strong>
      {doubtful > 0 && <span>{doubtful} doubtful</span>}
      <span>{formatDuration(answer.elapsed)}</span>
      <span className="pc-quiet">
        {width} × {height} pixels
      </span>
      <DateText iso={answer.createdAt} />
      <bdi className="pc-quiet">{fileName}</bdi>
      {isStale && <StaleTag verb="Analyse" />}
    </div>
  );
}
