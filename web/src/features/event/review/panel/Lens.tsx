import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { sliceRect } from "@precount/annotator";
import { ResultCrop } from "@precount/annotator/react";
import type { Image, Size } from "@precount/domain";
import { type ReactElement, type ReactNode, memo } from "react";
import { useMedia } from "../../../../shared/browser/use-media.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useHint } from "../keyboard/review-keys.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import styles from "./Lens.module.css";

/** CSS pixels: handwriting is read at this size without leaning forward. A shelf spans the photo, so it comes in pieces. */
const FRAMES = {
  sticker: { pieces: 1, frame: { width: 358, height: 160 } },
  shelf: { pieces: 3, frame: { width: 358, height: 50 } },
} as const satisfies Record<string, { pieces: number; frame: Size }>;

const PHONE_STICKER: Size = { width: 358, height: 120 };

type Props = {
  label: DisplayedResult;
  picture: HTMLImageElement | null;
  image: Image;
  /** Where it stands in the list, from 0, and among how many of what. */
  at: number;
  of: number;
  what: string;
  onStep: (direction: 1 | -1) => void;
  /** What is to be done after the last one, where the header has no room for it. */
  onward: ReactNode;
};

/** The label at hand, large. Always in the same place: eyes stay where they are, as hands do. */
export const Lens = memo(({ label, picture, image, at, of, what, onStep, onward }: Props): ReactElement => {
  const { result, title } = label;
  const isPhone = useMedia("(max-width: 600px)");
  const { pieces, frame: usual } = FRAMES[result.label];
  const frame = isPhone && result.label === "sticker" ? PHONE_STICKER : usual;
  const previousHint = useHint("label.previous", "Label before");
  const nextHint = useHint("label.next", "Next label");
  return (
    <section className={styles["lens"]} aria-label="The label at hand">
      <div className={styles["crops"]}>
        {sliceRect(result.rect, pieces).map((rect, piece) => (
          <ResultCrop
            key={rect.x}
            preview={picture}
            photo={image}
            rect={rect}
            frame={frame}
            name={pieces === 1 ? `${title}, enlarged` : `${title}, enlarged, part ${piece + 1} of ${pieces}`}
          />
        ))}
      </div>
      <div className={styles["pager"]}>
        <ReasonButton
          type="text"
          icon={<LeftOutlined />}
          aria-label="Label before"
          tooltip={previousHint}
          reason={at > 0 ? null : "This is the first one."}
          onClick={() => onStep(-1)}
        />
        <output className={styles["position"]} aria-label="Place in the list">
          {at + 1} of {of} {what}
        </output>
        <ReasonButton
          type="text"
          icon={<RightOutlined />}
          aria-label="Next label"
          tooltip={nextHint}
          reason={at < of - 1 ? null : "This is the last one."}
          onClick={() => onStep(1)}
        />
        {onward}
      </div>
    </section>
  );
});
