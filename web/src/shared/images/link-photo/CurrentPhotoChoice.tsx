import type { AreaImage } from "@precount/domain";
import { Radio } from "antd";
import { type ReactElement, useState } from "react";
import styles from "./CurrentPhotoChoice.module.css";
import { PhotoPair } from "./PhotoPair.tsx";

type Photo = Pick<AreaImage, "name" | "src">;
/** `added`: only the new photo counts. `both`: both count, because they show different parts of the area (PD-67). */
export type LinkChoice = "added" | "both";
type Props = { current: Photo; added: Photo; onChoose: (choice: LinkChoice) => void };

/** Asks whether a new photo of an area counts instead of the current one or besides it. */
export function CurrentPhotoChoice({ current, added, onChoose }: Props): ReactElement {
  const [choice, setChoice] = useState<LinkChoice>("added");
  return (
    <>
      <PhotoPair left={{ title: "Current photo", photo: current }} right={{ title: "New photo", photo: added }} />
      <Radio.Group
        aria-label="Photo that counts"
        value={choice}
        className={styles["choices"] ?? ""}
        // The options below are the only values.
        onChange={({ target }) => {
          const chosen = target.value as LinkChoice;
          setChoice(chosen);
          onChoose(chosen);
        }}
        options={[
          { value: "added", label: "Use the new photo. The current photo stays linked and does not count." },
          { value: "both", label: "Both count. They show different parts of the area." },
        ]}
      />
    </>
  );
}
