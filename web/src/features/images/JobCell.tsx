import type { ImageListItem } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Tooltip } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../lib/trpc.ts";
import { StatusTag } from "../../ui/StatusTag.tsx";
import { JOB_LOOKS } from "../../ui/status.tsx";
import styles from "./Images.module.css";

/** What the queue does for an image: its state, which attempt it is, what went wrong, and Retry. */
export function JobCell({ image: { sid, name, job } }: { image: ImageListItem }): ReactElement | null {
  const queryClient = useQueryClient();
  const retry = useMutation(
    trpc.image.retryJob.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.project.fetchProjectWithImages.queryKey() }),
    }),
  );
  if (job === null || job.state === "done") return null;
  const isStuck = job.state === "failed" || job.state === "retrying";
  return (
    <span className={styles["job"]}>
      <StatusTag look={JOB_LOOKS[job.state]} />
      {job.attempts > 1 || isStuck ? (
        <span className="pc-quiet">
          {job.attempts} of {job.maxAttempts}
        </span>
      ) : null}
      {job.error !== null && (
        <Tooltip title={job.error}>
          <span className={styles["error"]}>{job.error}</span>
        </Tooltip>
      )}
      {isStuck && (
        <Button
          size="small"
          aria-label={`Retry ${name}`}
          loading={retry.isPending}
          onClick={(event) => {
            event.stopPropagation(); // A click on the row opens the photo.
            retry.mutate({ imageSid: sid, jobId: job.id });
          }}
        >
          Retry
        </Button>
      )}
    </span>
  );
}
