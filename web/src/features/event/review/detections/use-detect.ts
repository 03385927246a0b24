import type { DetectionOptions, Image } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { errorMessage } from "../../../../shared/api/errors.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { trpc } from "../../../../shared/api/trpc.ts";

/** Lets a model look at the image. The queue does the work; what it finds comes by itself. */
export function useDetect(
  image: Image,
  onDone: () => void,
): { run: (modelSid: string, options: DetectionOptions) => void; isPending: boolean } {
  const queryClient = useQueryClient();
  const { notification } = App.useApp();
  const detect = useMutation(
    trpc.image.runImageDetection.mutationOptions({
      meta: { quiet: true },
      onSuccess: (updated) => {
        queryClient.setQueryData(
          trpc.image.getProjectImage.queryKey({ projectSlug: image.project.slug, imageSid: image.sid }),
          updated,
        );
        // Whether it worked is told when it is done: see useDetectionNews.
        feedback.success("Detection queued");
        onDone();
      },
      // Spec §8: select, run and create tell their error in a notification.
      onError: (error) => notification.error({ title: "Error", description: errorMessage(error) }),
    }),
  );
  return {
    run: (modelSid, options) => detect.mutate({ sid: image.sid, modelSid, options }),
    isPending: detect.isPending,
  };
}
