import type { DetectionOptions, Image } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { showDetectionError } from "./show-detection-error.ts";

/** Queues a detection of the image. A live update brings its result. */
export function useDetect(
  image: Image,
  onDone: () => void,
): { run: (modelSid: string, options: DetectionOptions) => void; isPending: boolean } {
  const queryClient = useQueryClient();
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
      onError: showDetectionError,
    }),
  );
  return {
    run: (modelSid, options) => detect.mutate({ sid: image.sid, modelSid, options }),
    isPending: detect.isPending,
  };
}
