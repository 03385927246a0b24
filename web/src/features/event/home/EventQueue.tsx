import { type Project, unfinishedJobs, projectCan, waitingJobs } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { QueueLine } from "./QueueLine.tsx";

/** While something is open. What changes is told over the live channel; this is for the time left, and for silence. */
const LOOK_AGAIN_MS = 15_000;

/** What the queue does for the event; nothing while there is nothing to wait for. */
export function EventQueue({ event }: { event: Project }): ReactElement | null {
  const { modal } = App.useApp();
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const { slug } = event;
  const { data: queue } = useQuery(
    trpc.project.getQueue.queryOptions(
      { slug },
      { refetchInterval: ({ state }) => (state.data && unfinishedJobs(state.data) > 0 ? LOOK_AGAIN_MS : false) },
    ),
  );
  const cancel = useMutation(
    trpc.project.cancelQueue.mutationOptions({
      onSuccess: ({ cancelled, failedBefore }) => {
        void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
        if (cancelled === 0) feedback.warning("Nothing was waiting any more.");
        else feedback.success(cancelledInWords(cancelled, failedBefore));
      },
    }),
  );
  if (!queue || unfinishedJobs(queue) === 0) return null;
  const waiting = waitingJobs(queue);
  const ask = (): void =>
    void modal.confirm({
      title: waiting === 1 ? "Cancel 1 waiting detection?" : `Cancel ${waiting} waiting detections?`,
      content: "What runs now finishes. The images stay as they are; Analyze queues them again.",
      okText: "Cancel detections",
      cancelText: "Keep waiting",
      onOk: () => cancel.mutate({ slug }),
    });
  const nothingWaits = waiting === 0 ? "Nothing waits any more; what runs is let finish." : null;
  return (
    <QueueLine
      queue={queue}
      cancelReason={reasonOf(projectCan.analyze(event, user)) ?? nothingWaits}
      isCancelling={cancel.isPending}
      onCancel={ask}
    />
  );
}

function cancelledInWords(cancelled: number, failedBefore: number): string {
  const words = cancelled === 1 ? "1 detection cancelled" : `${cancelled} detections cancelled`;
  return failedBefore === 0 ? words : `${words}; ${failedBefore} of them had failed before and can be retried`;
}
