import { type OverlayBox, PhotoStage, type ViewportControl, usePicture } from "@precount/annotator/react";
import type { Image, Size } from "@precount/domain";
import { type ReactElement, type RefObject, useMemo } from "react";
import { photoUrl } from "../../lib/photo-url.ts";
import styles from "./Review.module.css";

export type LoadedPhoto = { picture: HTMLImageElement | null; error: string | null };

/** The photo at 2048 px, then whole: the first to see it soon, the second to read small handwriting. */
export function usePhoto({ src, width, height }: Image): LoadedPhoto {
  const sources = useMemo(() => {
    const preview = photoUrl(src, 2048);
    return Math.max(width, height) > 2048 ? [preview, photoUrl(src, "full")] : [preview];
  }, [src, width, height]);
  return usePicture(sources);
}

type Props = {
  windowRef: RefObject<HTMLDivElement | null>;
  view: Size | null;
  control: ViewportControl;
  image: Image;
  photo: LoadedPhoto;
  boxes: readonly OverlayBox[];
  selected: number | null;
  onSelect: (index: number | null) => void;
};

export function PhotoPane({ windowRef, view, control, image, photo, boxes, selected, onSelect }: Props): ReactElement {
  return (
    <>
      <PhotoStage
        window={windowRef}
        view={view}
        control={control}
        photo={image}
        src={photo.picture?.src ?? null}
        alt={`Photo ${image.name}`}
        boxes={boxes}
        selected={selected}
        onSelect={onSelect}
      />
      {photo.picture === null && (
        <output className={styles["photoMessage"]}>{photo.error ?? "Loading the photo…"}</output>
      )}
    </>
  );
}
