import { Link, getRouteApi } from "@tanstack/react-router";
import { Alert, Button } from "antd";
import { type ReactElement, type RefObject, useEffect, useRef } from "react";
import { useProject } from "../../../../shared/api/use-project.ts";
import { usePageKeys } from "../../../../shared/keyboard/use-page-keys.ts";
import { useTypedNumber } from "../../../../shared/keyboard/use-typed-number.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../../ui/Loading.tsx";
import { useSeenToEnd } from "../../../../ui/use-seen-to-end.ts";
import { PhotoProof } from "./PhotoProof.tsx";
import styles from "./ProofSheet.module.css";
import { useAreCropsLoading } from "./use-are-crops-loading.ts";
import { usePhotos } from "./use-photos.ts";
import { useSheet } from "./use-sheet.ts";

const route = getRouteApi("/private/projects/$projectId/eventImages/proof");

/** The number of a photo opens it. */
const PHOTO_KEYS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

const NO_PHOTOS: readonly string[] = [];
const LOADING = "loading";

/** Several photos without doubts at once: every value beside its crop, to be compared and approved together. */
export function ProofSheetScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const event = useProject(slug);
  const { after } = route.useSearch();
  const sheet = useSheet(slug, after ?? null);
  const { photos: shown, heldUp, isLoading: areLoading } = usePhotos(slug, sheet.sids ?? NO_PHOTOS);
  const content = sheet.sids === null || areLoading ? LOADING : sheet.sids.join();
  const isLoading = content === LOADING;
  const scrollRef = useRef<HTMLDivElement>(null);
  const approve = (): void => {
    sheet.approve(
      shown.map(({ image: { sid, statusDate }, detection }) => ({
        sid,
        statusDate,
        detection: { sid: detection.sid, revision: detection.revision },
      })),
    );
  };
  const { hasMore, showMore } = useSeenToEnd(scrollRef, content);
  const type = useTypedNumber(shown.length, (number) => {
    const photo = shown[number - 1];
    if (photo) sheet.open(photo.image.sid);
  });
  usePageKeys(PHOTO_KEYS, (at) => type(PHOTO_KEYS[at] ?? ""));
  const hasPhotos = !isLoading && shown.length > 0;
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
        {heldUp > 0 && (
          <Alert
            type="warning"
            showIcon
            title={`${heldUp === 1 ? "A photo is" : `${heldUp} photos are`} left out: edits of yours are not saved yet.`}
          />
        )}
        {!isLoading && shown.length === 0 && heldUp === 0 && (
          <EmptyState text="No photo without doubts waits here. Photos with doubtful values are reviewed one by one." />
        )}
        <div className={styles["photos"]}>
          {!isLoading &&
            shown.map(({ image, detection }, at) => (
              <PhotoProof key={image.sid} slug={slug} image={image} detection={detection} number={at + 1} />
            ))}
        </div>
      </div>
      {hasPhotos && (
        <Foot
          count={shown.length}
          hasMore={hasMore === true}
          scrollRef={scrollRef}
          onPress={() => showMore() || approve()}
        />
      )}
    </div>
  );
}

type FootProps = {
  count: number;
  /** Whether a part of the sheet has not been on the screen yet. */
  hasMore: boolean;
  scrollRef: RefObject<HTMLElement | null>;
  onPress: () => void;
};

/** The button that shows the rest of the sheet, then approves its photos. It has the focus as soon as they are there. */
function Foot({ count, hasMore, scrollRef, onPress }: FootProps): ReactElement {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const areCropsLoading = useAreCropsLoading(scrollRef);
  useEffect(() => buttonRef.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles["foot"]}>
      <span className="pc-quiet">
        Compare each value with its crop. A click or a photo's number opens a photo with a wrong one.
      </span>
      <Button
        ref={buttonRef}
        type="primary"
        loading={areCropsLoading}
        onClick={onPress}
        // A key that is held must not approve the next sheet.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        {hasMore ? "Show the rest" : count === 1 ? "Approve this photo" : `Approve these ${count}`}
      </Button>
    </div>
  );
}
