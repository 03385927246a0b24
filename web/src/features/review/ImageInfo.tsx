import { type Image, type Project, SUCCESS, belowThreshold, imageCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Tag } from "antd";
import type { ReactElement, ReactNode } from "react";
import { feedback } from "../../lib/feedback.ts";
import { reasonOf } from "../../lib/reason.ts";
import { type Answers, trpc } from "../../lib/trpc.ts";
import { DateText } from "../../ui/DateText.tsx";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { IMAGE_LOOKS, JOB_LOOKS } from "../../ui/status.tsx";

export function ImageInfo({ event, image }: { event: Project; image: Image }): ReactElement {
  const queryClient = useQueryClient();
  const done = (text: string) => (changed: Answers["image"]["rejectImage"]) => {
    queryClient.setQueryData(
      trpc.image.getProjectImage.queryKey({ projectSlug: event.slug, imageSid: image.sid }),
      changed,
    );
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
    feedback.success(text);
  };
  const reject = useMutation(trpc.image.rejectImage.mutationOptions({ onSuccess: done(SUCCESS.imageRejected) }));
  const recover = useMutation(trpc.image.recoverImage.mutationOptions({ onSuccess: done(SUCCESS.imageRecovered) }));
  const { sid, metadata, job } = image;
  const isDetecting = job !== null && job.state !== "done" && image.detections.length > 0;
  return (
    <>
      <StatusTag look={IMAGE_LOOKS[image.status]} />
      {isDetecting && <StatusTag look={JOB_LOOKS[job.state]} />}
      {belowThreshold(image.validPercent, event.settings.rejectionThreshold) && <Tag>Below threshold</Tag>}
      <Fact name="Photo">{image.name}</Fact>
      <Fact name="Store">{metadata.storeNumber}</Fact>
      <Fact name="Aisle">{metadata.bayCode}</Fact>
      <Fact name="Shelf">{metadata.shelfCode}</Fact>
      <Fact name="Captured">
        <DateText iso={image.capturedAt} />
      </Fact>
      <Fact name="Uploaded">
        <DateText iso={image.createdAt} />
      </Fact>
      <span className="pc-grow" />
      {image.status === "rejected" ? (
        <ReasonButton
          reason={reasonOf(imageCan.recover(image, event))}
          loading={recover.isPending}
          onClick={() => recover.mutate({ sid })}
        >
          Recover
        </ReasonButton>
      ) : (
        <ReasonButton
          danger
          reason={reasonOf(imageCan.reject(image, event))}
          loading={reject.isPending}
          onClick={() => reject.mutate({ sid })}
        >
          Reject
        </ReasonButton>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement | null {
  if (children === null || children === "") return null;
  return (
    <span>
      <span className="pc-quiet">{name}</span> {children}
    </span>
  );
}
