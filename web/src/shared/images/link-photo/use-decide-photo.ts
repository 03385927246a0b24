import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../api/trpc.ts";

export type DecidePhoto = {
  isPending: boolean;
  /** Records whether a photo counts besides its area's current photo; null removes the decision. */
  decide: (imageSid: string, countsToo: boolean | null) => void;
};

/** Decides which photos of an area count (PD-67). */
export function useDecidePhoto(slug: string): DecidePhoto {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation(
    trpc.area.decidePhoto.mutationOptions({
      onSettled: async () => {
        const project = { project: { slug } };
        void queryClient.invalidateQueries({ queryKey: trpc.area.fetchAllAreasWithStatus.queryKey(project) });
        void queryClient.invalidateQueries({ queryKey: trpc.area.fetchAreaImages.queryKey() });
        // Pending until the answer is shown, so that a second press cannot decide about a photo that has not been seen.
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: trpc.project.getProject.queryKey({ slug }) }),
          queryClient.invalidateQueries({ queryKey: trpc.area.fetchUndecidedPhotos.queryKey(project) }),
        ]);
      },
    }),
  );
  return { isPending, decide: (imageSid, countsToo) => mutate({ imageSid, countsToo }) };
}
