import type { Image } from "@precount/domain";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../../../shared/api/trpc.ts";

type Jobs = { modelName: (sid: string) => string; isRetrying: boolean; retry: (jobId: string) => void };

/** The names of models, and the retry of a job. */
export function useJobs(image: Image): Jobs {
  const queryClient = useQueryClient();
  const { data: models } = useQuery(trpc.model.fetchModels.queryOptions(undefined, { staleTime: 60_000 }));
  const retry = useMutation(
    trpc.image.retryJob.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.image.pathKey() }),
    }),
  );
  const known = image.models;
  const modelName = (sid: string): string =>
    [...known, ...(models ?? [])].find((model) => model.sid === sid)?.name ?? "a model that is not offered";
  return {
    modelName,
    isRetrying: retry.isPending,
    retry: (jobId) => retry.mutate({ imageSid: image.sid, jobId }),
  };
}
