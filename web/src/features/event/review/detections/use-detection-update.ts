import { useQueryClient } from "@tanstack/react-query";
import { type RouterOutputs, trpc } from "../../../../shared/api/trpc.ts";

export type DetectionAnswer = RouterOutputs["imageDetection"]["validateImageDetection"];

/** Puts a detection that the server has sent into the cached image. */
export function useDetectionUpdate(slug: string, imageSid: string): (detection: DetectionAnswer) => void {
  const queryClient = useQueryClient();
  return (detection) => {
    queryClient.setQueryData(
      trpc.image.getProjectImage.queryKey({ projectSlug: slug, imageSid }),
      (image) =>
        image && {
          ...image,
          detections: image.detections
            .map((other) => (other.sid === detection.sid ? detection : other))
            .filter(({ status }) => status !== "discarded"),
        },
    );
  };
}
