import { type Image, type ImageDetection, representativeDetection } from "@precount/domain";
import { useQueries } from "@tanstack/react-query";
import { trpc } from "../../../../shared/api/trpc.ts";
import { IMAGE_CACHE_OPTIONS } from "../../../../shared/images/image-cache-options.ts";
import { useEditsOfImages } from "../../../../shared/images/unsaved-edits.ts";

/** A photo of the sheet with the detection that approving it validates. */
type SheetPhoto = { image: Image; detection: ImageDetection };

type Photos = {
  photos: readonly SheetPhoto[];
  /** Photos whose edits cannot be sent now. They cannot be approved. */
  heldUp: number;
  isLoading: boolean;
};

/** The photos of a sheet with the server's values, after this user's edits have been saved: only these values can be approved. */
export function usePhotos(slug: string, sids: readonly string[]): Photos {
  const edits = useEditsOfImages(sids);
  const isSending = edits.includes("sending");
  const sendable = sids.filter((_, at) => edits[at] !== "held-up");
  const queries = useQueries({
    queries: sendable.map((imageSid) =>
      trpc.image.getProjectImage.queryOptions(
        { projectSlug: slug, imageSid },
        { ...IMAGE_CACHE_OPTIONS, refetchOnMount: "always", staleTime: 0, enabled: !isSending },
      ),
    ),
  });
  const photos = queries.flatMap(({ data }): SheetPhoto[] => {
    const detection = data && representativeDetection(data.detections);
    return data && detection ? [{ image: data, detection }] : [];
  });
  const isLoading = isSending || queries.some(({ isFetchedAfterMount, isError }) => !isFetchedAfterMount && !isError);
  return { photos, heldUp: sids.length - sendable.length, isLoading };
}
