import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactElement, useCallback } from "react";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { type ReviewSearch, parseReviewSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { chooseDetection } from "./choose-detection.ts";
import { DetectionReview } from "./DetectionReview.tsx";
import { IMAGE_CACHE_OPTIONS } from "../../../shared/images/image-cache-options.ts";
import { PresenceContext } from "./presence/presence-context.ts";
import { usePresence } from "./presence/use-presence.ts";
import { UndetectedReview } from "./UndetectedReview.tsx";
import { useDetectionNews } from "./use-detection-news.ts";

export function ReviewScreen(): ReactElement {
  // Each of its routes has both; the search has been read by them.
  const { projectId: slug = "", imageId: imageSid = "" } = useParams({ strict: false });
  const search: ReviewSearch = useSearch({ strict: false, select: parseReviewSearch, structuralSharing: true });
  const navigate = useNavigate();
  const query = trpc.image.getProjectImage.queryOptions({ projectSlug: slug, imageSid }, IMAGE_CACHE_OPTIONS);
  const { data: image } = useSuspenseQuery(query);
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  const detection = chooseDetection(image.detections, search.model);
  const { presence, watched } = usePresence(imageSid, detection, search.detection ? search.detection - 1 : null);
  useLiveEvent(slug, [query.queryKey, trpc.project.getProject.queryKey({ slug })], watched);
  useDetectionNews(image);
  const change = useCallback(
    (changes: ReviewSearch) =>
      void navigate({ to: ".", search: (now) => ({ ...parseReviewSearch(now), ...changes }), replace: true }),
    [navigate],
  );
  return (
    <PresenceContext value={presence}>
      {detection === null ? (
        <UndetectedReview key={image.sid} event={event} image={image} jobs={image.jobs} />
      ) : (
        <DetectionReview
          // Another detection is another piece of work: nothing of the last one's may stay.
          key={detection.sid}
          event={event}
          image={image}
          jobs={image.jobs}
          detection={detection}
          search={search}
          onSearch={change}
        />
      )}
    </PresenceContext>
  );
}
