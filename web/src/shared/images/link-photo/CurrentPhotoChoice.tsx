import type { AreaImage } from "@precount/domain";
import { Radio } from "antd";
import { type ReactElement, useState } from "react";
import { photoUrl } from "../photo-url.ts";
import styles from "./CurrentPhotoChoice.module.css";

type Photo = Pick<AreaImage, "name" | "src">;
type Choice = "added" | "both";
type Props = { there: Photo; added: Photo; onChoose: (choice: Choice) => void };

/** Two photos of one area: the added one instead of the other, or both (then the newest that is not rejected counts). */
export function CurrentPhotoChoice({ there, added, onChoose }: Props): ReactElement {
  const [choice, setChoice] = useState<Choice>("added");
  return (
    <>
      <div className={styles["pair"]}>
        <Shown title="Now" photo={there} />
        <Shown title="This photo" photo={added} />
      </div>
      <Radio.Group
        aria-label="Which counts"
        value={choice}
        className={styles["choices"] ?? ""}
        // Only the two below are offered.
        onChange={({ target }) => {
          const chosen = target.value as Choice;
          setChoice(chosen);
          onChoose(chosen);
        }}
        options={[
          { value: "added", label: "This photo. The other is taken off the area and stays in the event." },
          { value: "both", label: "Both are of the area. The newest one that is not rejected counts." },
        ]}
      />
    </>
  );
}

function Shown({ title, photo }: { title: string; photo: Photo }): ReactElement {
  return (
    <figure className={styles["photo"]}>
      <img src={photoUrl(photo.src, 320)} alt="" width={240} height={160} />
      <figcaption>
        <strong>{title}</strong> <bdi title={photo.name}>{photo.name}</bdi>
      </figcaption>
    </figure>
  );
}
