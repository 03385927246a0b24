import { type Task, isTaskUnfinished, taskCan } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { reasonOf } from "../../shared/api/reason.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";

/** 'Cancel' for a task that waits or is being read, nothing for other tasks (PD-109). */
export function CancelButton({ task }: { task: Task }): ReactElement | null {
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(
    trpc.task.cancelTask.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.task.pathKey() }),
    }),
  );
  if (!isTaskUnfinished(task)) return null;
  return (
    <ReasonButton
      size="small"
      reason={reasonOf(taskCan.cancel(task, user))}
      loading={isPending}
      aria-label={`Cancel task ${task.taskId}`}
      onClick={() => mutate({ taskId: task.taskId })}
    >
      Cancel
    </ReasonButton>
  );
}
