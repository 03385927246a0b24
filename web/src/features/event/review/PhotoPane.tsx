import { type OverlayBox, PhotoStage, type Tools, type ViewportControl, usePreview } from "@precount/annotator/react";
import type { Image } from "@precount/domain";
import { type ReactElement, type RefObject, useMemo } from "react";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import { useToolKeys } from "./keyboard/use-tool-keys.ts";
import { OthersMarks } from "./presence/OthersMarks.tsx";
import styles from "./Review.module.css";

export type LoadedPhoto = { picture: HTMLImageElement | null; error: string | null };

/** The photo at 2048 px, then whole: the first to see it soon, the second to read small handwriting. */
export function usePhoto({ src, width, height }: Image): LoadedPhoto {
  const sources = useMemo(() => {
    const preview = photoUrl(src, 2048);
    return Math.max(width, height) > 2048 ? [preview, photoUrl(src, "full")] : [preview];
  }, [src, width, height]);
  return usePreview(sources);
}

type Props = {
  windowRef: RefObject<HTMLDivElement | null>;
  control: ViewportControl;
  tools: Tools;
  image: Image;
  photo: LoadedPhoto;
  boxes: readonly OverlayBox[];
  selected: number | null;
  canEdit: boolean;
  onSelect: (index: number | null) => void;
};

export function PhotoPane({ windowRef, image, photo, ...stage }: Props): ReactElement {
  useToolKeys(stage.tools, stage.control);
  return (
    <div className={styles["keys"]} data-keys="photo">
      <PhotoStage
        {...stage}
        window={windowRef}
        photo={image}
        preview={photo.picture}
        alt={`Photo ${image.name}`}
        over={<OthersMarks boxes={stage.boxes} />}
      />
      {photo.picture === null && (
        <output className={styles["photoMessage"]}>{photo.error ?? "Loading the photo…"}</output>
      )}
    </div>
  );
}
