import type { AreaImage } from "@precount/domain";
import { Radio } from "antd";
import { type ReactElement, useState } from "react";
import { photoUrl } from "../photo-url.ts";
import styles from "./CurrentPhotoChoice.module.css";

type Photo = Pick<AreaImage, "name" | "src">;
type Choice = "added" | "both";
type Props = { current: Photo; added: Photo; onChoose: (choice: Choice) => void };

/** Asks whether a new photo of an area replaces the current one or both stay linked; then the newest that is not rejected counts. */
export function CurrentPhotoChoice({ current, added, onChoose }: Props): ReactElement {
  const [choice, setChoice] = useState<Choice>("added");
  return (
    <>
      <div className={styles["pair"]}>
        <PhotoFigure title="Current photo" photo={current} />
        <PhotoFigure title="New photo" photo={added} />
      </div>
      <Radio.Group
        aria-label="Photo that counts"
        value={choice}
        className={styles["choices"] ?? ""}
        // The options below are the only values.
        onChange={({ target }) => {
          const chosen = target.value as Choice;
          setChoice(chosen);
          onChoose(chosen);
        }}
        options={[
          {
            value: "added",
            label: "Use the new photo. The current photo is unlinked from the area and stays in the event.",
          },
          { value: "both", label: "Link both. The newest photo that is not rejected counts." },
        ]}
      />
    </>
  );
}

function PhotoFigure({ title, photo }: { title: string; photo: Photo }): ReactElement {
  return (
    <figure className={styles["photo"]}>
      <img src={photoUrl(photo.src, 320)} alt="" width={240} height={160} />
      <figcaption>
        <strong>{title}</strong> <bdi title={photo.name}>{photo.name}</bdi>
      </figcaption>
    </figure>
  );
}
