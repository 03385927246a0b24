import type { FailedEvent } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { CardTable } from "./Card.tsx";
import styles from "./Status.module.css";

const columnsFor = (retry: (slug: string) => void): TableColumnsType<FailedEvent> => [
  {
    key: "name",
    title: "Event",
    render: (_, { slug, name }) => (
      <Link to="/projects/$projectId/eventImages" params={{ projectId: slug }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: "images", title: "Photos", align: "right", render: (_, { images }) => images },
  {
    key: "reason",
    title: "Last error",
    render: (_, { reason }) => <span className={styles["reason"]}>{reason}</span>,
  },
  { key: "at", title: "Time", render: (_, { at }) => <DateText iso={at} /> },
  {
    key: "retry",
    title: <span className="pc-visually-hidden">Actions</span>,
    render: (_, { slug, name }) => (
      <Button size="small" aria-label={`Retry all of ${name}`} onClick={() => retry(slug)}>
        Retry all
      </Button>
    ),
  },
];

/** Photos whose detection has failed after all retries, by event. Nothing when there are none. */
export function FailedEvents({ failed }: { failed: readonly FailedEvent[] }): ReactElement {
  const queryClient = useQueryClient();
  const retry = useMutation(
    trpc.project.retryFailed.mutationOptions({
      onSuccess: ({ queued }) =>
        queued === 0
          ? feedback.warning("There was nothing left to retry.")
          : feedback.success(queued === 1 ? "1 detection queued again" : `${queued} detections queued again`),
      onSettled: () => void queryClient.invalidateQueries({ queryKey: trpc.status.pathKey() }),
    }),
  );
  return (
    <CardTable
      id="failed"
      title="Failed detections"
      rowKey="slug"
      columns={columnsFor((slug) => retry.mutate({ slug }))}
      rows={failed}
    />
  );
}
