import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { trpc } from "../../../shared/api/trpc.ts";

/**
 * Takes an image from those of the event that need someone, before the list is read again: whoever is quicker than that must not
 * be led back to it.
 */
export function useSettled(slug: string, imageSid: string): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      void queryClient.setQueryData(
        trpc.image.listProjectImageSids.queryKey({ slug }),
        (list) => list && { ...list, open: list.open.filter((sid) => sid !== imageSid) },
      ),
    [queryClient, slug, imageSid],
  );
}
