import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trpc } from "./trpc.ts";

type RetryTask = { retry: (taskId: number) => void; isRetrying: (taskId: number) => boolean };

/** Retries a document task immediately. */
export function useRetryTask(): RetryTask {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation(
    trpc.task.retryTask.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.task.pathKey() }),
    }),
  );
  return {
    retry: (taskId) => mutate({ taskId }),
    isRetrying: (taskId) => isPending && variables.taskId === taskId,
  };
}
