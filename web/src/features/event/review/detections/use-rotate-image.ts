import { type Rotation, SUCCESS } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../../../shared/api/trpc.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";

/** Rotates the image on the server. */
export function useRotateImage(slug: string, imageSid: string): (rotation: Rotation) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation(
    trpc.image.rotateImage.mutationOptions({
      onSuccess: (rotated) => {
        queryClient.setQueryData(trpc.image.getProjectImage.queryKey({ projectSlug: slug, imageSid }), rotated);
        void queryClient.invalidateQueries({ queryKey: trpc.project.fetchProjectWithImages.queryKey() });
        feedback.success(SUCCESS.imageRotated);
      },
    }),
  );
  return (rotation) => mutate({ imageSid, rotation });
}
