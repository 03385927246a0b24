import { type ImageJob, type ImageListItem, imageHasFlag } from "@precount/domain";
import { type ReactElement, memo } from "react";
import { Hint } from "../../../ui/Hint.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { IMAGE_LOOKS, MARK_LOOKS, jobLook } from "../../../ui/status.tsx";
import styles from "./Images.module.css";

const isOpen = ({ state }: ImageJob): boolean => state !== "done" && state !== "failed";

/** Where an image stands, what marks it, and what the queue does for it: which attempt it is, and what went wrong. */
export const StatusCell = memo(({ image }: { image: ImageListItem }): ReactElement => {
  const { status, belowThreshold } = image;
  const job = image.job && (isOpen(image.job) || imageHasFlag.failed(image)) ? image.job : null;
  return (
    <span className={styles["statusCell"]}>
      <StatusTag look={IMAGE_LOOKS[status]} />
      {belowThreshold && <StatusTag look={MARK_LOOKS.below} />}
      {job !== null && (
        <>
          <Hint title={job.error ?? ""}>
            <span>
              <StatusTag look={jobLook(job)} />
            </span>
          </Hint>
          {job.attempts > 1 && isOpen(job) && (
            <span className="pc-quiet">
              {job.attempts} of {job.maxAttempts}
            </span>
          )}
        </>
      )}
      {job !== null && job.error !== null && (
        <Hint title={job.error}>
          <span className={styles["error"]}>{job.error}</span>
        </Hint>
      )}
    </span>
  );
});
