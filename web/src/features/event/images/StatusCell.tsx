import { type ImageJob, type ImageListItem, imageHasFlag, rejectionText } from "@precount/domain";
import { type ReactElement, memo } from "react";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY, IMAGE_MARK_DISPLAY, jobDisplay } from "../../../ui/status-display.tsx";
import styles from "./Images.module.css";

const isUnfinished = ({ state }: ImageJob): boolean => state !== "done" && state !== "failed";

type Props = {
  image: ImageListItem;
  /** Whether the mark "Below threshold" is an icon without text. */
  isCompact?: boolean;
};

/** The status of an image, its flags, and its detection job with attempts and error. */
export const StatusCell = memo(({ image, isCompact = false }: Props): ReactElement => {
  const { status, belowThreshold, rejection } = image;
  const job = image.job && (isUnfinished(image.job) || imageHasFlag.failed(image)) ? image.job : null;
  return (
    <span className={styles["statusCell"]}>
      <StatusTag display={IMAGE_STATUS_DISPLAY[status]} />
      {rejection && (
        <span className={`${styles["rejection"] ?? ""} pc-quiet`} title={rejectionText(rejection)}>
          {rejectionText(rejection)}
        </span>
      )}
      {belowThreshold && <StatusTag display={IMAGE_MARK_DISPLAY.below} isIconOnly={isCompact} />}
      {job !== null && (
        <>
          <WithTooltip title={job.error ?? ""}>
            <span>
              <StatusTag display={jobDisplay(job)} />
            </span>
          </WithTooltip>
          {job.attempts > 1 && isUnfinished(job) && (
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
