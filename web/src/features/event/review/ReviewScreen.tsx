import { useSuspenseQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { imageSidIn } from "../../../shared/images/event-section.ts";
import { IMAGE_CACHE_OPTIONS } from "../../../shared/images/image-cache-options.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { useDetectionFailures } from "../../../shared/live/use-detection-failures.ts";
import { type ReviewSearch, parseReviewSearch } from "../../../shared/paging/search.ts";
import { DetectionReview } from "./DetectionReview.tsx";
import { chooseDetection } from "./detections/choose-detection.ts";
import { useDetectionDone } from "./detections/use-detection-done.ts";
import { RejectingContext } from "./info/rejecting-context.ts";
import { ReviewWalk, ReviewWalkContext } from "./keyboard/review-walk.ts";
import { PresenceContext } from "./presence/presence-context.ts";
import { usePresence } from "./presence/use-presence.ts";
import { UndetectedReview } from "./UndetectedReview.tsx";

/** The review of one image, with one of its detections or without any. */
export function ReviewScreen(): ReactElement {
  // Each of its routes has both parameters, and validates the search.
  const { projectId: slug = "", imageId: imageSid = "" } = useParams({ strict: false });
  const search: ReviewSearch = useSearch({ strict: false, select: parseReviewSearch, structuralSharing: true });
  const navigate = useNavigate();
  const { history } = useRouter();
  const query = trpc.image.getProjectImage.queryOptions({ projectSlug: slug, imageSid }, IMAGE_CACHE_OPTIONS);
  const { data: image } = useSuspenseQuery(query);
  const project = useProject(slug);
  const detection = chooseDetection(image.detections, search.model);
  const { presence, watched } = usePresence(imageSid, detection?.sid ?? null);
  useLiveEvent(slug, [query.queryKey, trpc.project.getProject.queryKey({ slug })], watched);
  useDetectionDone(image);
  useDetectionFailures(slug, imageSid);
  const startsReview = useLocation({ select: ({ state }) => state.startsReview === true });
  const [walk] = useState(() => {
    const first = new ReviewWalk();
    if (startsReview) first.expect(imageSid);
    return first;
  });
  const [rejecting, setRejecting] = useState<string | null>(null);
  const setSearch = (changes: ReviewSearch): void => {
    // A key that was pressed while another screen is on its way must not change that screen's address.
    if (imageSidIn(history.location.pathname) !== imageSid) return;
    void navigate({
      to: ".",
      search: (now) => ({ ...parseReviewSearch(now), ...changes }),
      replace: true,
      // The router would scroll the panel back to where it was before it scrolled to the selected card.
      resetScroll: false,
    });
  };
  return (
    <ReviewWalkContext value={walk}>
      <PresenceContext value={presence}>
        <RejectingContext value={{ imageSid: rejecting, setImageSid: setRejecting }}>
          {detection === null ? (
            <UndetectedReview
              key={image.sid}
              event={project}
              image={image}
              jobs={image.jobs}
              search={search}
              setSearch={setSearch}
            />
          ) : (
            <DetectionReview
              // A session belongs to one detection.
              key={detection.sid}
              project={project}
              image={image}
              jobs={image.jobs}
              detection={detection}
              search={search}
              setSearch={setSearch}
            />
          )}
        </RejectingContext>
      </PresenceContext>
    </ReviewWalkContext>
  );
}
