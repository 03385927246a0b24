import type { CheckOutcome } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, useState } from "react";
import styles from "../BlindCount.module.css";
import { PhotoSearch } from "../PhotoSearch.tsx";
import { StickerView } from "../StickerView.tsx";
import type { ThirdLook } from "../types.ts";
import { ValuesForm } from "./ValuesForm.tsx";

/** The width of the area around a mark, as a share of the photo's width. */
const MARK_SIZE = 0.1;

type Missing = Extract<CheckOutcome, { kind: "photo" }>["missing"];
type Props = { look: ThirdLook; isBusy: boolean; onDecide: (outcome: CheckOutcome) => void };

/** The marks of a photo, one after the other: a missing sticker with its values, or none. */
export function PhotoDecision({ look, isBusy, onDecide }: Props): ReactElement {
  const [missing, setMissing] = useState<Missing>([]);
  const [position, setPosition] = useState(0);
  const mark = look.marks[position];
  const next = (found: Missing): void => {
    setMissing(found);
    if (position + 1 < look.marks.length) setPosition(position + 1);
    else onDecide({ kind: "photo", missing: found });
  };
  if (!mark) return <p>The photo has no mark.</p>;
  const side = Math.round(look.photo.size.width * MARK_SIZE);
  const rect = {
    x: Math.round(mark.x - side / 2),
    y: Math.round(mark.y - side / 4),
    width: side,
    height: Math.round(side / 2),
  };
  return (
    <>
      <p>
        Mark {position + 1} of {look.marks.length}: is this a sticker without a result?
      </p>
      <div className={styles["look"]}>
        <StickerView photo={look.photo} rect={rect} />
      </div>
      <div className={styles["answers"]}>
        <Button size="large" disabled={isBusy} onClick={() => next(missing)}>
          Nothing is missing here
        </Button>
      </div>
      <ValuesForm
        key={position}
        isBusy={isBusy}
        action="Add this sticker"
        onEnter={(values) => next([...missing, { ...mark, ...values }])}
      />
      <h2 style={{ fontSize: 16 }}>The whole photo</h2>
      <div className={styles["whole"]}>
        <PhotoSearch photo={look.photo} marks={look.marks} />
      </div>
    </>
  );
}
