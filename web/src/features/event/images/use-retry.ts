import { useMutation, useQueryClient } from "@tanstack/react-query";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";

export type Retry = {
  one: (imageSid: string, jobId: string) => void;
  all: () => void;
  isRetryingAll: boolean;
};

/** Retries failed detections. */
export function useRetry(slug: string): Retry {
  const queryClient = useQueryClient();
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
  const one = useMutation(trpc.image.retryJob.mutationOptions({ onSettled: refresh }));
  const all = useMutation(
    trpc.project.retryFailed.mutationOptions({
      onSettled: refresh,
      onSuccess: ({ queued }) =>
        queued === 0
          ? feedback.warning("There was nothing left to retry.")
          : feedback.success(queued === 1 ? "1 detection queued again" : `${queued} detections queued again`),
    }),
  );
  return {
    one: (imageSid, jobId) => one.mutate({ imageSid, jobId }),
    all: () => all.mutate({ slug }),
    isRetryingAll: all.isPending,
  };
}
