import {
  type OverlayBox,
  PhotoStage,
  type Tools,
  type ViewportControl,
  useProgressiveImage,
} from "@precount/annotator/react";
import type { Image } from "@precount/domain";
import type { ReactElement, RefObject } from "react";
import { photoUrl } from "../../../shared/images/photo-url.ts";
import { useToolKeys } from "./keyboard/use-tool-keys.ts";
import { OtherUserOutlines } from "./presence/OtherUserOutlines.tsx";
import styles from "./Review.module.css";

type LoadedPhoto = ReturnType<typeof useProgressiveImage>;

/** The photo at 2048 px, which is there soon, then whole, which is needed for small handwriting. */
export function usePhoto({ src, width, height }: Image): LoadedPhoto {
  const preview = photoUrl(src, 2048);
  return useProgressiveImage(Math.max(width, height) > 2048 ? [preview, photoUrl(src, "full")] : [preview]);
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

/** The photo with its boxes and its keys. */
export function PhotoPane({ windowRef, image, photo, ...stage }: Props): ReactElement {
  useToolKeys(stage.tools, stage.control);
  return (
    <div className={styles["keys"]} data-keys="photo">
      <PhotoStage
        {...stage}
        window={windowRef}
        photo={image}
        imageElement={photo.imageElement}
        alt={`Photo ${image.name}`}
        over={<OtherUserOutlines boxes={stage.boxes} />}
      />
      {photo.imageElement === null && (
        <output className={styles["photoMessage"]}>{photo.error ?? "Loading the photo…"}</output>
      )}
    </div>
  );
}
