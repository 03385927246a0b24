import { type Image, type ImageJob, MESSAGES, imageCan } from "@precount/domain";
import type { ReactElement } from "react";
import { reasonOf } from "../../../lib/reason.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./Info.module.css";
import { RetryTag } from "./RetryTag.tsx";

type Props = {
  event: Parameters<typeof imageCan.detect>[1];
  image: Image;
  /** Newest first. */
  jobs: readonly ImageJob[];
  modelName: (sid: string) => string;
  isRetrying: boolean;
  onRetry: (jobId: string) => void;
};

/**
 * What is done for the image (decision 51): its detection jobs. Document tasks of the event belong here too, after the
 * jobs, each with its documents; a job has none.
 */
export function TaskList({ event, image, jobs, modelName, isRetrying, onRetry }: Props): ReactElement {
  const reason = reasonOf(imageCan.detect(image, event));
  if (jobs.length === 0) return <p className="pc-quiet">Nothing has been done for this image yet.</p>;
  return (
    <ul className={styles["tasks"]} aria-label="Tasks of this image">
      {jobs.map((job) => (
        <li key={job.id} className={styles["task"]}>
          <div className={styles["taskHead"]}>
            <span>Detection by {modelName(job.modelSid)}</span>
            <RetryTag job={job} />
            <span className="pc-grow" />
            {(job.state === "retrying" || job.state === "failed") && (
              <ReasonButton size="small" reason={reason} loading={isRetrying} onClick={() => onRetry(job.id)}>
                {job.state === "retrying" ? "Retry now" : "Retry"}
              </ReasonButton>
            )}
            <ReasonButton size="small" reason={MESSAGES.noDocuments}>
              Open task
            </ReasonButton>
          </div>
          <div className="pc-quiet">
            {job.attempts > 0 && `attempt ${job.attempts} of ${job.maxAttempts} · `}
            <DateText iso={job.updatedAt} />
          </div>
          {job.error !== null && <div className={styles["error"]}>{job.error}</div>}
        </li>
      ))}
    </ul>
  );
}
