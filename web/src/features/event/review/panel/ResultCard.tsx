import { ResultCrop } from "@precount/annotator/react";
import { readingFieldsOf } from "@precount/domain";
import { type ReactElement, memo, useEffect, useRef } from "react";
import { afterPaint } from "../../../../shared/browser/after-paint.ts";
import { type DisplayedResult, describeResult } from "../../../../ui/displayed-results.ts";
import { resultDisplay } from "../../../../ui/status-display.tsx";
import { StatusTag } from "../../../../ui/StatusTag.tsx";
import { DuplicateLine } from "../duplicates/DuplicateLine.tsx";
import { ItemLine } from "../items/ItemLine.tsx";
import { OtherUsersHere } from "../presence/OtherUsersHere.tsx";
import { RecognitionStatus } from "../recognition/RecognitionStatus.tsx";
import styles from "../Review.module.css";
import { useFocusTarget, useReview, useSession } from "../session/session-context.ts";
import { CardActions } from "./CardActions.tsx";
import { ReadingInput } from "./ReadingInput.tsx";

type Props = { index: number; preview: HTMLImageElement | null };

/** CSS pixels. A sticker is about twice as wide as high; a shelf spans the photo. */
const CROPS = { sticker: { width: 128, height: 72 }, shelf: { width: 338, height: 56 } } as const;

/** One result. Memoized because an edit renders the list again, and nearly all of its cards are unchanged. */
export const ResultCard = memo(({ index, preview }: Props): ReactElement | null => {
  const item = useReview(({ edits }) => edits.itemsByIndex.get(index));
  // Until the list is rendered without it, the card of a removed result is empty.
  return item ? <Card item={item} preview={preview} /> : null;
});

function Card({ item, preview }: { item: DisplayedResult; preview: HTMLImageElement | null }): ReactElement {
  const { index, result, title } = item;
  const session = useSession();
  const image = useReview((state) => state.image);
  const isSelected = useReview(({ selected }) => selected === index);
  const card = useRef<HTMLElement>(null);
  const focusRef = useFocusTarget({ kind: "card", index });
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  return (
    // It takes keys while it has the focus, and listens for the focus of its fields; it is not itself a control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={(element) => {
        card.current = element;
        return focusRef(element);
      }}
      // Keys move the focus here, and from here Tab goes through its buttons.
      tabIndex={-1}
      data-keys="card"
      className={styles["card"]}
      aria-label={describeResult(item)}
      data-selected={isSelected}
      data-attention={item.isDoubtful}
      data-label={result.label}
      onFocus={({ target, currentTarget }) => {
        // The focus in a field, or on the card by a key, selects the result in the photo.
        if (!isSelected && (target instanceof HTMLInputElement || target === currentTarget))
          // By then a key may have moved the focus on, or opened the proof or the next photo in place of the card.
          afterPaint(() => {
            if (currentTarget.contains(document.activeElement)) session.selectAndShow(index);
          });
      }}
    >
      <div className={styles["cardHead"]}>
        <button type="button" className={styles["cardTitle"]} onClick={() => session.selectAndShow(index)}>
          {title}
        </button>
        <StatusTag display={resultDisplay(item.result)} />
        <span className="pc-grow" />
        <OtherUsersHere index={index} />
        <RecognitionStatus item={item} />
        <CardActions item={item} preview={preview} />
      </div>
      <button
        type="button"
        className={styles["crop"]}
        onClick={() => session.selectAndShow(index)}
        aria-label={`Show ${title.toLowerCase()} in the photo`}
      >
        <ResultCrop
          imageElement={preview}
          photo={image}
          rect={result.rect}
          frame={CROPS[result.label]}
          name={`Crop of ${title.toLowerCase()}`}
        />
      </button>
      <div className={styles["fields"]}>
        {readingFieldsOf(result.label).map((field) => (
          <ReadingInput key={field} item={item} field={field} />
        ))}
        <ItemLine item={item} />
        <DuplicateLine item={item} />
      </div>
    </article>
  );
}
