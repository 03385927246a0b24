import type { ReactElement } from "react";
import type { KeptPhoto } from "../../../../shared/uploads/photo-outbox/kept-photo.ts";
import styles from "../Capture.module.css";
import type { Verdict } from "./verdict.ts";

type Props = { photos: readonly KeptPhoto[]; verdictOf: (photo: KeptPhoto) => Verdict | null };

/** What was read of the newest photo that was read, large: the device is at arm's length, and the shelf is still here. */
export function LastVerdict({ photos, verdictOf }: Props): ReactElement {
  const read = photos.findLast((photo) => {
    const verdict = verdictOf(photo);
    return verdict !== null && verdict.is !== "waiting";
  });
  const verdict = read && verdictOf(read);
  return (
    <output className={styles["verdict"]} data-is={verdict?.is} aria-label="What was read">
      {read && verdict && (
        <>
          {read.area !== null && <span>Area {read.area}</span>} {verdict.text}
        </>
      )}
    </output>
  );
}
