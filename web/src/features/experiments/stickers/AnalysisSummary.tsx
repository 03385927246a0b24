import { type AnalysisResponse, formatDuration } from "@precount/domain";
import type { ReactElement } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import { StaleTag } from "../StaleTag.tsx";
import type { DisplayedResult } from "../../../ui/displayed-results.ts";
import styles from "../Experiments.module.css";

type Props = {
  response: AnalysisResponse;
  results: readonly DisplayedResult[];
  /** The form has changed since the run. */
  isStale: boolean;
  fileName: string;
};

/** A one-line summary of the results. */
export function AnalysisSummary({ response, results, isStale, fileName }: Props): ReactElement {
  const { width, height } = response.image.size;
  const doubtful = results.filter(({ isDoubtful }) => isDoubtful).length;
  return (
    <div className={styles["summary"]}>
      <strong>{results.length === 1 ? "1 label" : `${results.length} labels`}</strong>
      {doubtful > 0 && <span>{doubtful} doubtful</span>}
      <span>{formatDuration(response.elapsed)}</span>
      <span className="pc-quiet">
        {width} × {height} pixels
      </span>
      <DateText iso={response.createdAt} />
      <bdi className="pc-quiet">{fileName}</bdi>
      {isStale && <StaleTag verb="Analyze" />}
    </div>
  );
}
