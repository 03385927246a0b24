import { useMutation, useQueryClient } from "@tanstack/react-query";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { trpc } from "../../../shared/api/trpc.ts";

export type Retry = {
  retryOne: (imageSid: string, jobId: string) => void;
  retryAll: () => void;
  isRetryingAll: boolean;
};

/** Retries failed detections. */
export function useRetry(slug: string): Retry {
  const queryClient = useQueryClient();
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
  const retryOne = useMutation(trpc.image.retryJob.mutationOptions({ onSettled: refresh }));
  const retryAll = useMutation(
    trpc.project.retryFailed.mutationOptions({
      onSettled: refresh,
      onSuccess: ({ queued }) =>
        queued === 0
          ? feedback.warning("There was nothing left to retry.")
          : feedback.success(queued === 1 ? "1 detection queued again" : `${queued} detections queued again`),
    }),
  );
  return {
    retryOne: (imageSid, jobId) => retryOne.mutate({ imageSid, jobId }),
    retryAll: () => retryAll.mutate({ slug }),
    isRetryingAll: retryAll.isPending,
  };
}
