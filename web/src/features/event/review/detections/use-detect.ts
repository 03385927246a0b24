import type { DetectionOptions, Image } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { errorMessage } from "../../../../shared/api/errors.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { trpc } from "../../../../shared/api/trpc.ts";

/** Queues a detection of the image. A live update brings its result. */
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
        // `useDetectionDone` tells the user when it is done.
        feedback.success("Detection queued");
        onDone();
      },
      // Spec §8: select, run and create show their error as a notification.
      onError: (error) => notification.error({ title: "Error", description: errorMessage(error) }),
    }),
  );
  return {
    run: (modelSid, options) => detect.mutate({ sid: image.sid, modelSid, options }),
    isPending: detect.isPending,
  };
}
