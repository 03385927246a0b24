import { type Image, type ImageJob, type Project, SUCCESS, belowThreshold, imageCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Popover } from "antd";
import { type ReactElement, type ReactNode } from "react";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { type RouterOutputs, trpc } from "../../../../shared/api/trpc.ts";
import { VersionText } from "../../../../shared/version/VersionText.tsx";
import { DateText } from "../../../../ui/DateText.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { RetryTag } from "../../../../ui/RetryTag.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { IMAGE_STATUS_DISPLAY, IMAGE_MARK_DISPLAY, jobDisplay } from "../../../../ui/status-display.tsx";
import { useKeyTooltip, useReviewKeys } from "../keyboard/review-keys.ts";
import styles from "./Info.module.css";
import { AreaOfImage } from "./AreaOfImage.tsx";
import { InfoCard } from "./InfoCard.tsx";
import { ImageTasks } from "./ImageTasks.tsx";
import { useEventTasks } from "./use-event-tasks.ts";
import { useMarkReviewed } from "../use-mark-reviewed.ts";

type Props = { event: Project; image: Image; jobs: readonly ImageJob[] };

/** The strip below the photo: the most important facts, and buttons for the details and the tasks. */
export function ImageInfo({ event, image, jobs }: Props): ReactElement {
  const { metadata, job } = image;
  const tasks = useEventTasks(event, image.sid);
  const isDetecting = job !== null && job.state !== "done" && image.detections.length > 0;
  const verb = <RejectButton event={event} image={image} />;
  return (
    <>
      <span className={styles["status"]}>
        <StatusTag display={IMAGE_STATUS_DISPLAY[image.status]} />
        {belowThreshold(image.validPercent, event.settings.rejectionThreshold) && (
          <span className={styles["mark"]}>
            <StatusTag display={IMAGE_MARK_DISPLAY.below} />
          </span>
        )}
        {isDetecting && <RetryTag display={jobDisplay(job)} schedule={job} />}
      </span>
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
    </>
  );
}

function Card({ title, name, children }: { title: string; name: string; children: ReactNode }): ReactElement {
  return (
    <Popover trigger="click" placement="top" title={title} content={<div className={styles["card"]}>{children}</div>}>
      <Button size="small" className={styles["opens"] ?? ""} aria-haspopup="dialog">
        {name}
      </Button>
    </Popover>
  );
}

function RejectButton({ event, image }: Omit<Props, "jobs">): ReactElement {
  const queryClient = useQueryClient();
  const done = (text: string) => (changed: RouterOutputs["image"]["rejectImage"]) => {
    queryClient.setQueryData(
      trpc.image.getProjectImage.queryKey({ projectSlug: event.slug, imageSid: image.sid }),
      changed,
    );
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.image.listProjectImageSids.queryKey({ slug: event.slug }) });
    feedback.success(text);
  };
  const markReviewed = useMarkReviewed(event.slug, image.sid);
  const reject = useMutation(
    trpc.image.rejectImage.mutationOptions({
      onSuccess: (changed) => {
        markReviewed();
        done(SUCCESS.imageRejected)(changed);
      },
    }),
  );
  const recover = useMutation(trpc.image.recoverImage.mutationOptions({ onSuccess: done(SUCCESS.imageRecovered) }));
  const { sid } = image;
  const isRejected = image.status === "rejected";
  const reason = reasonOf(isRejected ? imageCan.recover(image, event) : imageCan.reject(image, event));
  const hint = useKeyTooltip("photo.reject", isRejected ? "Recover the photo" : "Reject the photo");
  useReviewKeys({
    "photo.reject": ({ isRepeat }) => {
      if (isRepeat) return;
      if (reason !== null) feedback.warning(reason);
      else (isRejected ? recover : reject).mutate({ sid });
    },
  });
  return isRejected ? (
    <ReasonButton reason={reason} tooltip={hint} loading={recover.isPending} onClick={() => recover.mutate({ sid })}>
      Recover
    </ReasonButton>
  ) : (
    <ReasonButton
      danger
      reason={reason}
      tooltip={hint}
      loading={reject.isPending}
      onClick={() => reject.mutate({ sid })}
    >
      Reject
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
