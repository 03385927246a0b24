import type { AreaImage } from "@precount/domain";
import type { ReactElement } from "react";
import { photoUrl } from "../photo-url.ts";
import styles from "./PhotoPair.module.css";

type Photo = Pick<AreaImage, "name" | "src">;
type Titled = { title: string; photo: Photo };
/** `isLarge` shows the photos as wide as the dialog allows, to compare their contents. */
type Props = { left: Titled; right: Titled; isLarge?: boolean };

/** Two photos of an area side by side. */
export const PhotoPair = ({ left, right, isLarge = false }: Props): ReactElement => (
  <div className={styles["pair"]}>
    <PhotoFigure {...left} isLarge={isLarge} />
    <PhotoFigure {...right} isLarge={isLarge} />
  </div>
);

function PhotoFigure({ title, photo, isLarge }: Titled & { isLarge: boolean }): ReactElement {
  return (
    <figure className={styles["photo"]}>
      <img src={photoUrl(photo.src, isLarge ? 2048 : 320)} alt={`${title}: ${photo.name}`} width={240} height={160} />
      <figcaption>
        <strong>{title}</strong> <bdi title={photo.name}>{photo.name}</bdi>
      </figcaption>
    </figure>
  );
}
