import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { sliceRect } from "@precount/annotator";
import { ResultCrop } from "@precount/annotator/react";
import type { Size } from "@precount/domain";
import { type ReactElement, type ReactNode } from "react";
import { useMedia } from "../../../../shared/browser/use-media.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import type { PanelTab } from "../result-filter.ts";
import { stepResult } from "../session/result-order.ts";
import { useReview, useSession } from "../session/session-context.ts";
import styles from "./Magnifier.module.css";

/** CSS pixels: handwriting can be read at this size. A shelf spans the photo, so it is shown in pieces. */
const FRAMES = {
  sticker: { pieces: 1, frame: { width: 358, height: 160 } },
  shelf: { pieces: 3, frame: { width: 358, height: 50 } },
} as const satisfies Record<string, { pieces: number; frame: Size }>;

const PHONE_STICKER: Size = { width: 358, height: 120 };

const LISTED: Readonly<Record<PanelTab, string>> = { doubtful: "doubtful", all: "labels", discarded: "discarded" };

type Props = {
  item: DisplayedResult;
  preview: HTMLImageElement | null;
  /** A button after the last result, where the header has no space for it. */
  next: ReactNode;
};

/** The current result, enlarged, always at the same place of the screen. */
export function Magnifier({ item, preview, next }: Props): ReactElement {
  const { result, title } = item;
  const image = useReview((state) => state.image);
  const isPhone = useMedia("(max-width: 600px)");
  const { pieces, frame: usual } = FRAMES[result.label];
  const frame = isPhone && result.label === "sticker" ? PHONE_STICKER : usual;
  return (
    <section className={styles["magnifier"]} aria-label="The current label">
      <div className={styles["crops"]}>
        {sliceRect(result.rect, pieces).map((rect, piece) => (
          <ResultCrop
            key={rect.x}
            imageElement={preview}
            photo={image}
            rect={rect}
            frame={frame}
            name={pieces === 1 ? `${title}, enlarged` : `${title}, enlarged, part ${piece + 1} of ${pieces}`}
          />
        ))}
      </div>
      <div className={styles["pager"]}>
        <Pager index={item.index} />
        {next}
      </div>
    </section>
  );
}

/** The position of the result in the list, and buttons to its neighbors. */
function Pager({ index }: { index: number }): ReactElement {
  const session = useSession();
  // The result may just have left the list, which the magnifier follows a moment later.
  const at = useReview(({ list }) => Math.max(0, list.order.indexOf(index)));
  const count = useReview(({ list }) => list.order.length);
  const tab = useReview(({ list }) => list.tab);
  const previousTooltip = useKeyTooltip("label.previous", "Previous label");
  const nextTooltip = useKeyTooltip("label.next", "Next label");
  const step = (direction: 1 | -1): void => {
    const neighbor = stepResult(session.get().list.listed, index, direction);
    if (neighbor) session.selectAndShow(neighbor.index);
  };
  return (
    <>
      <ReasonButton
        type="text"
        icon={<LeftOutlined />}
        aria-label="Previous label"
        tooltip={previousTooltip}
        reason={at > 0 ? null : "This is the first one."}
        onClick={() => step(-1)}
      />
      <output className={styles["position"]} aria-label="Position in the list">
        {at + 1} of {count} {LISTED[tab]}
      </output>
      <ReasonButton
        type="text"
        icon={<RightOutlined />}
        aria-label="Next label"
        tooltip={nextTooltip}
        reason={at < count - 1 ? null : "This is the last one."}
        onClick={() => step(1)}
      />
    </>
  );
}
