import { type EventQueue, endedJobs, unfinishedJobs } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { useSmoothedTimeLeft } from "../../../shared/time/use-time-left.ts";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { summarizeQueue, describeQueue } from "./describe-queue.ts";
import styles from "./Queue.module.css";
import { ClickPopover } from "../../../ui/ClickPopover.tsx";

type Props = {
  queue: EventQueue;
  /** Why waiting detections cannot be cancelled; null when they can. */
  cancelReason: string | null;
  isCancelling: boolean;
  onCancel: () => void;
};

/** The detection queue in one line. On a phone it is a button that opens the details. */
export function QueueLine({ queue, cancelReason, isCancelling, onCancel }: Props): ReactElement {
  const isPhone = useMedia("(max-width: 767px)");
  const isWide = useMedia("(min-width: 1280px)");
  const left = useSmoothedTimeLeft(queue.leftMs);
  const description = describeQueue(queue, left);
  const ended = endedJobs(queue);
  const total = ended + unfinishedJobs(queue);
  const share = `${Math.floor((100 * ended) / total)} %`;
  const bar = <progress max={total} value={ended} aria-label="Detection progress" className={styles["bar"]} />;
  const cancel = (
    <ReasonButton reason={cancelReason} loading={isCancelling} onClick={onCancel}>
      Cancel detections
    </ReasonButton>
  );
  const details = <span>{description}</span>;
  if (!isPhone) {
    return (
      <section className={styles["line"]} aria-label="Detection queue">
        {bar}
        {isWide ? (
          details
        ) : (
          <WithTooltip title={description}>
            <span>{summarizeQueue(queue, left)}</span>
          </WithTooltip>
        )}
        {cancel}
      </section>
    );
  }
  return (
    <section aria-label="Detection queue">
      <ClickPopover
        placement="bottomRight"
        content={
          <div className={styles["more"]}>
            {details}
            {cancel}
          </div>
        }
      >
        <Button className={styles["button"] ?? ""} aria-label={`Detection queue, ${share}: ${description}`}>
          {bar} {share}
        </Button>
      </ClickPopover>
    </section>
  );
}
