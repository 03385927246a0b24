import { type ImageJob, type ImageListItem, imageHasFlag } from "@precount/domain";
import { type ReactElement, memo } from "react";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY, IMAGE_MARK_DISPLAY, jobDisplay } from "../../../ui/status-display.tsx";
import styles from "./Images.module.css";

const isOpen = ({ state }: ImageJob): boolean => state !== "done" && state !== "failed";

/** Where an image stands, what marks it, and what the queue does for it: which attempt it is, and what went wrong. */
export const StatusCell = memo(({ image }: { image: ImageListItem }): ReactElement => {
  const { status, belowThreshold } = image;
  const job = image.job && (isOpen(image.job) || imageHasFlag.failed(image)) ? image.job : null;
  return (
    <span className={styles["statusCell"]}>
      <StatusTag display={IMAGE_STATUS_DISPLAY[status]} />
      {belowThreshold && <StatusTag display={IMAGE_MARK_DISPLAY.below} />}
      {job !== null && (
        <>
          <WithTooltip title={job.error ?? ""}>
            <span>
              <StatusTag display={jobDisplay(job)} />
            </span>
          </WithTooltip>
          {job.attempts > 1 && isOpen(job) && (
            <span className="pc-quiet">
              {job.attempts} of {job.maxAttempts}
            </span>
          )}
        </>
      )}
      {job !== null && job.error !== null && (
        <WithTooltip title={job.error}>
          <span className={styles["error"]}>{job.error}</span>
        </WithTooltip>
      )}
    </span>
  );
});
