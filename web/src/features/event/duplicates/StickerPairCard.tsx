import type { PairStatus } from "@precount/domain";
import { type ReactElement, useEffect, useMemo, useRef } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { AlignedCrop } from "./AlignedCrop.tsx";
import styles from "./Duplicates.module.css";
import { viewAround } from "./aligned-view.ts";
import type { PhotoPair, StickerPair } from "./types.ts";

type Props = {
  photos: PhotoPair;
  pair: StickerPair;
  isCurrent: boolean;
  /** Why decisions are disabled; null when they are enabled. */
  reason: string | null;
  onFocus: () => void;
  onDecide: (status: PairStatus) => void;
};

/** The decisions with their keys. */
const CHOICES = [
  { key: "1", status: "same", title: "Same sticker", tooltip: "It counts once" },
  { key: "2", status: "two", title: "Two stickers", tooltip: "Both count" },
] as const;

/** One sticker in both photos, side by side, and the decision. */
export function StickerPairCard({ photos, pair, isCurrent, reason, onFocus, onDecide }: Props): ReactElement {
  const { a, b, homography } = photos;
  const view = useMemo(() => viewAround(pair.a.rect), [pair.a.rect]);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const text = `${pair.a.code || "no code"} × ${pair.a.quantity || "no quantity"}`;
  const textB = `${pair.b.code || "no code"} × ${pair.b.quantity || "no quantity"}`;
  return (
    // It listens for the focus of its buttons; it is not itself a control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li ref={card} className={styles["pair"]} aria-current={isCurrent} onFocus={onFocus}>
      <div className={styles["crops"]}>
        <AlignedCrop photo={a} rect={pair.a.rect} view={view} homography={null} name={`Sticker ${text} in ${a.name}`} />
        <AlignedCrop
          photo={b}
          rect={pair.b.rect}
          view={view}
          homography={homography}
          name={`Sticker ${textB} in ${b.name}`}
        />
      </div>
      <div className={styles["decision"]}>
        <strong className="pc-code">{text === textB ? text : `${text} / ${textB}`}</strong>
        <span className="pc-quiet">{describePair(pair)}</span>
        {CHOICES.filter(({ status }) => status !== pair.status).map(({ key, status, title, tooltip }) => (
          <ReasonButton
            key={key}
            reason={reason}
            tooltip={`${tooltip} (${key})`}
            aria-keyshortcuts={key}
            onClick={() => onDecide(status)}
          >
            {title} {isCurrent && <kbd className={styles["key"]}>{key}</kbd>}
          </ReasonButton>
        ))}
        {pair.status !== "suspected" && (
          <ReasonButton type="link" reason={reason} onClick={() => onDecide("suspected")}>
            Decide again
          </ReasonButton>
        )}
      </div>
    </li>
  );
}

/** '98 % certain', with who decided. */
function describePair({ status, certainty, decidedBy }: StickerPair): string {
  const percent = `${Math.floor(certainty * 100)} % certain`;
  if (status === "suspected") return percent;
  return `${percent}, decided by ${decidedBy ?? "the event's setting"}`;
}
