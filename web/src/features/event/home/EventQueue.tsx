import { type Project, unfinishedJobs, projectCan, waitingJobs } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { QueueLine } from "./QueueLine.tsx";

/** The refetch interval while jobs are unfinished. Changes arrive as live updates; this updates the time left, or replaces lost updates. */
const REFETCH_MS = 15_000;

/** The progress of the event's detection queue. Nothing while the queue is empty. */
export function EventQueue({ event }: { event: Project }): ReactElement | null {
  const { modal } = App.useApp();
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const { slug } = event;
  const { data: queue } = useQuery(
    trpc.project.getQueue.queryOptions(
      { slug },
      { refetchInterval: ({ state }) => (state.data && unfinishedJobs(state.data) > 0 ? REFETCH_MS : false) },
    ),
  );
  const cancel = useMutation(
    trpc.project.cancelQueue.mutationOptions({
      onSuccess: ({ cancelled, failedBefore }) => {
        void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
        if (cancelled === 0) feedback.warning("There were no waiting detections left.");
        else feedback.success(describeCancelled(cancelled, failedBefore));
      },
    }),
  );
  if (!queue || unfinishedJobs(queue) === 0) return null;
  const waiting = waitingJobs(queue);
  const confirm = (): void =>
    void modal.confirm({
      title: waiting === 1 ? "Cancel 1 waiting detection?" : `Cancel ${waiting} waiting detections?`,
      content: "Running detections finish. The images do not change; Analyze queues them again.",
      okText: "Cancel detections",
      cancelText: "Keep detections",
      onOk: () => cancel.mutate({ slug }),
    });
  const noneWaiting = waiting === 0 ? "No detections are waiting. Running detections cannot be canceled." : null;
  return (
    <QueueLine
      queue={queue}
      cancelReason={reasonOf(projectCan.analyze(event, user)) ?? noneWaiting}
      isCancelling={cancel.isPending}
      onCancel={confirm}
    />
  );
}

function describeCancelled(cancelled: number, failedBefore: number): string {
  const text = cancelled === 1 ? "1 detection canceled" : `${cancelled} detections canceled`;
  return failedBefore === 0 ? text : `${text}; ${failedBefore} of them had already failed and can be retried`;
}
