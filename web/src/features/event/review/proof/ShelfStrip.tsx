import { sliceRect } from "@precount/annotator";
import { ResultCrop } from "@precount/annotator/react";
import type { Size } from "@precount/domain";
import type { ReactElement } from "react";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { useSeen } from "../../../../ui/use-seen.ts";
import { goToReading } from "../session/navigation.ts";
import { useReview, useSession } from "../session/session-context.ts";
import styles from "./Proof.module.css";

/** A shelf spans the photo, so it is shown in pieces below each other, or its tag could not be read. CSS pixels. */
const PIECES = 2;
const FRAME: Size = { width: 236, height: 20 };

type Props = {
  /** Null for the stickers without a shelf. */
  item: DisplayedResult | null;
  number: number | null;
  preview: HTMLImageElement | null;
};

/** The head of a shelf's stickers: its code and the band of the photo from which it was read. */
export function ShelfStrip({ item, number, preview }: Props): ReactElement {
  const session = useSession();
  const image = useReview((state) => state.image);
  const [seenRef, isSeen] = useSeen<HTMLButtonElement>();
  if (item === null) return <div className={styles["noShelf"]}>Without a shelf</div>;
  const { index, result } = item;
  return (
    <button
      ref={seenRef}
      type="button"
      className={styles["shelf"]}
      onClick={() => goToReading(session, { index, field: "code" })}
    >
      <span className={styles["value"]}>
        <kbd className={styles["number"]}>{number}</kbd>
        Shelf <span className="pc-code">{result.code.value === "" ? "without a code" : result.code.value}</span>
      </span>
      <span className={styles["strip"]}>
        {isSeen &&
          sliceRect(result.rect, PIECES).map((rect) => (
            <ResultCrop key={rect.x} imageElement={preview} photo={image} rect={rect} frame={FRAME} name="" />
          ))}
      </span>
    </button>
  );
}
