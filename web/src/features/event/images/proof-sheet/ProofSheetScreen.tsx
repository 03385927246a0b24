import { type Image, type ImageDetection, representativeDetection } from "@precount/domain";
import { useQueries, useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactElement, useEffect, useRef } from "react";
import { trpc } from "../../../../shared/api/trpc.ts";
import { usePageKeys } from "../../../../shared/keyboard/use-page-keys.ts";
import { IMAGE_CACHE_OPTIONS } from "../../../../shared/images/image-cache-options.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../../ui/Loading.tsx";
import { useSeenToEnd } from "../../../../ui/use-seen-to-end.ts";
import { PhotoProof } from "./PhotoProof.tsx";
import styles from "./ProofSheet.module.css";
import { useSheet } from "./use-sheet.ts";

const route = getRouteApi("/private/projects/$projectId/eventImages/proof");

/** The number of a photo opens it. */
const PHOTO_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/** A photo of the sheet with the detection that approving it validates. */
type Shown = { image: Image; detection: ImageDetection };

/** Several photos without doubts at once: every value beside its crop, to be compared and approved together. */
export function ProofSheetScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  const { after } = route.useSearch();
  const sheet = useSheet(slug, after ?? null);
  const photos = useQueries({
    queries: sheet.sids.map((imageSid) =>
      trpc.image.getProjectImage.queryOptions({ projectSlug: slug, imageSid }, IMAGE_CACHE_OPTIONS),
    ),
  });
  const shown = photos.flatMap(({ data }): Shown[] => {
    const detection = data && representativeDetection(data.detections);
    return data && detection ? [{ image: data, detection }] : [];
  });
  const isLoading = photos.some(({ isPending }) => isPending);
  const scrollRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const approve = (): void => {
    sheet.approve(
      shown.map(({ image: { sid, statusDate }, detection }) => ({
        sid,
        statusDate,
        detection: { sid: detection.sid, revision: detection.revision },
      })),
    );
  };
  const sids = sheet.sids.join();
  const { hasMore, showMore } = useSeenToEnd(scrollRef, isLoading ? "loading" : sids);
  usePageKeys(PHOTO_KEYS, (at) => {
    const sid = sheet.sids[at];
    if (sid !== undefined) sheet.open(sid);
  });
  const hasPhotos = !isLoading && shown.length > 0;
  useEffect(() => {
    if (hasPhotos) buttonRef.current?.focus({ preventScroll: true });
  }, [hasPhotos]);
  return (
    <div className={styles["screen"]}>
      <div className="pc-titlebar">
        <h1 title={event.name}>
          Proof sheet: <bdi>{event.name}</bdi>
        </h1>
        <span className="pc-grow" />
        <Link to="/projects/$projectId/eventImages" params={{ projectId: slug }}>
          List of photos
        </Link>
      </div>
      <div ref={scrollRef} className={styles["scroll"]} data-more={isLoading ? undefined : (hasMore ?? undefined)}>
        {isLoading && <LoadingRows />}
        {!isLoading && shown.length === 0 && (
          <EmptyState text="No photo without doubts waits here. Photos with doubtful values are reviewed one by one." />
        )}
        <div className={styles["photos"]}>
          {shown.map(({ image, detection }, at) => (
            <PhotoProof key={image.sid} slug={slug} image={image} detection={detection} number={at + 1} />
          ))}
        </div>
      </div>
      {hasPhotos && (
        <div className={styles["foot"]}>
          <span className="pc-quiet">
            Compare each value with its crop. A click or a photo's number opens a photo with a wrong one.
          </span>
          <Button
            ref={buttonRef}
            type="primary"
            onClick={() => showMore() || approve()}
            // A key that is held must not approve the next sheet.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            {hasMore === true
              ? "Show the rest"
              : shown.length === 1
                ? "Approve this photo"
                : `Approve these ${shown.length}`}
          </Button>
        </div>
      )}
    </div>
  );
}
