import { type Image, type ImageJob, type Project, belowThreshold, rejectionText } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, type ReactNode } from "react";
import { RejectDialog } from "../../../../shared/images/reject/RejectDialog.tsx";
import { VersionText } from "../../../../shared/version/VersionText.tsx";
import { DateText } from "../../../../ui/DateText.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { RetryTag } from "../../../../ui/RetryTag.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY, IMAGE_MARK_DISPLAY, jobDisplay } from "../../../../ui/status-display.tsx";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import styles from "./Info.module.css";
import { AreaOfImage } from "./AreaOfImage.tsx";
import { InfoCard } from "./InfoCard.tsx";
import { ImagePeople } from "./ImagePeople.tsx";
import { ImageTasks } from "./ImageTasks.tsx";
import { useEventTasks } from "./use-event-tasks.ts";
import { type Rejection, useRejection } from "./use-rejection.ts";
import { ClickPopover } from "../../../../ui/ClickPopover.tsx";

type Props = {
  event: Project;
  image: Image;
  jobs: readonly ImageJob[];
  /** Called after the image was rejected: goes on to the next one. */
  onRejected: () => void;
};

/** The strip below the photo: the most important facts, and buttons for the details and the tasks. */
export function ImageInfo({ event, image, jobs, onRejected }: Props): ReactElement {
  const { metadata, job } = image;
  const tasks = useEventTasks(event, image.sid);
  const isDetecting = job !== null && job.state !== "done" && image.detections.length > 0;
  const rejection = useRejection(event, image, onRejected);
  const verb = <RejectButton {...rejection} />;
  return (
    <>
      <span className={styles["status"]}>
        <StatusTag display={IMAGE_STATUS_DISPLAY[image.status]} />
        {image.rejection && (
          <span className={`${styles["rejection"] ?? ""} pc-quiet`} title={rejectionText(image.rejection)}>
            {rejectionText(image.rejection)}
          </span>
        )}
        {belowThreshold(image.validPercent, event.settings.rejectionThreshold) && (
          <span className={styles["mark"]}>
            <StatusTag display={IMAGE_MARK_DISPLAY.below} />
          </span>
        )}
        {isDetecting && (
          <span className={job.state === "failed" ? styles["mark"] : undefined}>
            <RetryTag display={jobDisplay(job)} schedule={job} />
          </span>
        )}
      </span>
      {/* Without detections the panel lists the tasks with their errors. */}
      {isDetecting && job.state === "failed" && job.error !== null && (
        <span className={styles["failure"]} title={job.error} data-failure>
          {job.error}
        </span>
      )}
      <Fact name="Photo" isRare>
        <span className={styles["photo"]} title={image.name}>
          {image.name}
        </span>
      </Fact>
      <Fact name="Area">{image.areaCode}</Fact>
      <Fact name="Store">{metadata.storeNumber}</Fact>
      <Fact name="Aisle">{metadata.bayCode}</Fact>
      <Fact name="Shelf">{metadata.shelfCode}</Fact>
      <Fact name="Captured">
        <DateText iso={image.capturedAt} />
      </Fact>
      <Fact name="Uploaded" isRare>
        <DateText iso={image.createdAt} />
      </Fact>
      <Card title="Image" name="Details">
        <InfoCard image={image} area={<AreaOfImage event={event} image={image} />} />
        <ImagePeople imageSid={image.sid} />
        <div className={styles["foot"]}>
          <span className="pc-quiet">
            <VersionText />
          </span>
          {verb}
        </div>
      </Card>
      <Card title="Tasks of this image" name={`Tasks ${jobs.length + tasks.length}`}>
        <ImageTasks event={event} image={image} jobs={jobs} tasks={tasks} />
      </Card>
      <span className="pc-grow" />
      {verb}
      <RejectDialog
        title="Why is this photo rejected?"
        isOpen={rejection.isAsking}
        isPending={rejection.isPending}
        onReject={rejection.reject}
        onClose={rejection.close}
      />
    </>
  );
}

function Card({ title, name, children }: { title: string; name: string; children: ReactNode }): ReactElement {
  return (
    <ClickPopover placement="top" title={title} content={<div className={styles["card"]}>{children}</div>}>
      <Button size="small" className={styles["opens"] ?? ""} aria-haspopup="dialog">
        {name}
      </Button>
    </ClickPopover>
  );
}

function RejectButton({ isRejected, reason, isPending, press }: Rejection): ReactElement {
  const tooltip = useKeyTooltip("photo.reject", isRejected ? "Recover the photo" : "Reject the photo");
  return (
    <ReasonButton danger={!isRejected} reason={reason} tooltip={tooltip} loading={isPending} onClick={press}>
      {isRejected ? "Recover" : "Reject"}
    </ReasonButton>
  );
}

type FactProps = {
  name: string;
  /** Left out where there is little space; the details show it too. */
  isRare?: boolean;
  children: ReactNode;
};

function Fact({ name, isRare = false, children }: FactProps): ReactElement | null {
  if (children === null || children === "") return null;
  return (
    <span className={isRare ? styles["rare"] : styles["fact"]}>
      <span className="pc-quiet">{name}</span> {children}
    </span>
  );
}
