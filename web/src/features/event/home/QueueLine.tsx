import { type EventQueue, endedJobs, unfinishedJobs } from "@precount/domain";
import { Button, Popover } from "antd";
import type { ReactElement } from "react";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { useSmoothedTimeLeft } from "../../../shared/time/use-time-left.ts";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { queueInShort, queueInWords } from "./queue-words.ts";
import styles from "./Queue.module.css";

type Props = {
  queue: EventQueue;
  /** Why what waits cannot be cancelled; null when it can. */
  cancelReason: string | null;
  isCancelling: boolean;
  onCancel: () => void;
};

/** What the queue does for the event; on a phone its figures, with the rest behind them. */
export function QueueLine({ queue, cancelReason, isCancelling, onCancel }: Props): ReactElement {
  const isPhone = useMedia("(max-width: 767px)");
  const isWide = useMedia("(min-width: 1280px)");
  const left = useSmoothedTimeLeft(queue.leftMs);
  const inWords = queueInWords(queue, left);
  const ended = endedJobs(queue);
  const total = ended + unfinishedJobs(queue);
  const bar = <progress max={total} value={ended} aria-label="Detection progress" className={styles["bar"]} />;
  const cancel = (
    <ReasonButton reason={cancelReason} loading={isCancelling} onClick={onCancel}>
      Cancel detections
    </ReasonButton>
  );
  const words = <span>{inWords}</span>;
  if (!isPhone) {
    return (
      <section className={styles["line"]} aria-label="Detection queue">
        {bar}
        {isWide ? (
          words
        ) : (
          <WithTooltip title={inWords}>
            <span>{queueInShort(queue, left)}</span>
          </WithTooltip>
        )}
        {cancel}
      </section>
    );
  }
  return (
    <section aria-label="Detection queue">
      <Popover
        trigger="click"
        placement="bottomRight"
        content={
          <div className={styles["more"]}>
            {words}
            {cancel}
          </div>
        }
      >
        <Button className={styles["button"] ?? ""} aria-label={`Detection queue: ${inWords}`}>
          {bar} {Math.floor((100 * ended) / total)} %
        </Button>
      </Popover>
    </section>
  );
}
