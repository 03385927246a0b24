import type { PairStatus } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./Duplicates.module.css";
import { StickerPairCard } from "./StickerPairCard.tsx";
import type { PairPhoto, PhotoPair } from "./types.ts";

type Props = {
  slug: string;
  photos: PhotoPair;
  /** The pair that the keys decide about. */
  current: string | null;
  reason: string | null;
  onCurrent: (sid: string) => void;
  onDecide: (pairs: readonly string[], status: PairStatus) => void;
};

/** Two photos of the same part of a shelf with the stickers in both. */
export function PhotoPairSection({ slug, photos, current, reason, onCurrent, onDecide }: Props): ReactElement {
  const { a, b, pairs } = photos;
  const sids = pairs.map(({ sid }) => sid);
  const isOpen = pairs[0]?.status === "suspected";
  return (
    <section className={`${styles["photos"] ?? ""} pc-panel`} aria-label={`${a.name} and ${b.name}`}>
      <div className={styles["head"]}>
        <h2>
          <PhotoLink slug={slug} photo={a} index={pairs[0]?.a.index ?? 0} /> and{" "}
          <PhotoLink slug={slug} photo={b} index={pairs[0]?.b.index ?? 0} />
        </h2>
        <span className="pc-grow" />
        {isOpen && pairs.length > 1 && (
          <>
            <ReasonButton
              reason={reason}
              tooltip="All stickers that both photos show count once (3)"
              onClick={() => onDecide(sids, "same")}
            >
              All {pairs.length} are the same
            </ReasonButton>
            <ReasonButton reason={reason} onClick={() => onDecide(sids, "two")}>
              All are two stickers
            </ReasonButton>
          </>
        )}
      </div>
      <ul className={styles["pairs"]}>
        {pairs.map((pair) => (
          <StickerPairCard
            key={pair.sid}
            photos={photos}
            pair={pair}
            isCurrent={pair.sid === current}
            reason={reason}
            onFocus={() => onCurrent(pair.sid)}
            onDecide={(status) => onDecide([pair.sid], status)}
          />
        ))}
      </ul>
    </section>
  );
}

function PhotoLink({ slug, photo, index }: { slug: string; photo: PairPhoto; index: number }): ReactElement {
  return (
    <Link
      to="/projects/$projectId/eventImages/images/$imageId"
      params={{ projectId: slug, imageId: photo.sid }}
      search={{ detection: index + 1 }}
    >
      <bdi>{photo.name}</bdi>
      {photo.area !== null && `, area ${photo.area}`}
    </Link>
  );
}
