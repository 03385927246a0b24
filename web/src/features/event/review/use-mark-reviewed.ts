import { useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../../shared/api/trpc.ts";

/**
 * Removes an image from the cached list of images to review, before the list is fetched again: the next image must not
 * be one that was just finished.
 */
export function useMarkReviewed(slug: string, imageSid: string): () => void {
  const queryClient = useQueryClient();
  const isOther = (sid: string): boolean => sid !== imageSid;
  return () =>
    void queryClient.setQueryData(
      trpc.image.listProjectImageSids.queryKey({ slug }),
      (list) => list && { ...list, open: list.open.filter(isOther), sure: list.sure.filter(isOther) },
    );
}
