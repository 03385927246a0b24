import { BorderInnerOutlined, DeleteOutlined, RollbackOutlined, UndoOutlined } from "@ant-design/icons";
import { ResultCrop } from "@precount/annotator/react";
import { type Image, readingFieldsOf, makePatch, resultCan } from "@precount/domain";
import { type ReactElement, memo, useEffect, useRef } from "react";
import { afterPaint } from "../../../shared/browser/after-paint.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { StatusTag } from "../../../ui/StatusTag.tsx";
import { RESULT_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import { editOf } from "./edit-queue.ts";
import { useHint } from "./keyboard/review-keys.ts";
import { describeResult, type DisplayedResult } from "../../../ui/displayed-results.ts";
import type { Hand } from "./panel/field-in-hand.ts";
import { candidateField } from "./panel/order.ts";
import { cardId } from "./panel/places.ts";
import { OthersAt } from "./presence/OthersAt.tsx";
import { ReadingInput } from "./ReadingInput.tsx";
import { ReadingMark } from "./recognition/ReadingMark.tsx";
import styles from "./Review.module.css";
import type { Edits } from "./use-edits.ts";

type Props = {
  label: DisplayedResult;
  isSelected: boolean;
  picture: HTMLImageElement | null;
  image: Image;
  editReason: string | null;
  edits: Edits;
  /** The field that has the focus, for the keys. */
  hand: Hand;
  onSelect: (index: number | null) => void;
  onPull: (index: number) => void;
  onDiscard: (index: number) => void;
  onRecover: (index: number) => void;
  onBox: (index: number) => void;
};

/** CSS pixels; a sticker is about twice as wide as high, a shelf spans the photo. */
const CROPS = { sticker: { width: 128, height: 72 }, shelf: { width: 338, height: 56 } } as const;

/** What a card shows of the edits: the last one of each of its fields. */
const editsOf = ({ label: { index, result }, edits }: Props): string =>
  JSON.stringify(readingFieldsOf(result.label).map((field) => editOf(edits.queue, `/${index}/${field}/value`) ?? null));

/** An edit of one label makes everything anew, and nearly all cards are as they were. */
const looksSame = (a: Props, b: Props): boolean =>
  a.label === b.label &&
  a.isSelected === b.isSelected &&
  a.picture === b.picture &&
  a.image.width === b.image.width &&
  a.image.height === b.image.height &&
  a.editReason === b.editReason &&
  a.hand === b.hand &&
  a.edits.drafts === b.edits.drafts &&
  a.edits.put === b.edits.put &&
  a.edits.settle === b.edits.settle &&
  a.onSelect === b.onSelect &&
  a.onPull === b.onPull &&
  a.onDiscard === b.onDiscard &&
  a.onRecover === b.onRecover &&
  a.onBox === b.onBox &&
  editsOf(a) === editsOf(b);

/** One sticker or shelf: what is in the photo beside what was read. */
export const LabelCard = memo((props: Props): ReactElement => {
  const { label, isSelected, picture, image, editReason, edits, hand, onSelect } = props;
  const { index, result, title } = label;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  const frozen = editReason ?? reasonOf(resultCan.edit(result));
  const first = candidateField(label);
  return (
    // Focused itself it takes the keys of a card, and it listens for the focus of its fields; nothing is pressed on it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      ref={card}
      id={cardId(index)}
      // Keys choose the card, and from there Tab goes through its buttons.
      tabIndex={-1}
      data-keys="card"
      className={styles["card"]}
      aria-label={describeResult(label)}
      data-selected={isSelected}
      data-attention={label.isDoubtful}
      data-label={result.label}
      onFocus={({ target, currentTarget }) => {
        // Whoever goes into a field, or to the card by a key, wants to see its label in the photo.
        if (!isSelected && (target instanceof HTMLInputElement || target === currentTarget))
          // By then one may be at the next photo, which has a label of that number too.
          afterPaint(() => card.current && onSelect(index));
      }}
    >
      <div className={styles["cardHead"]}>
        <button type="button" className={styles["cardTitle"]} onClick={() => onSelect(index)}>
          {title}
        </button>
        <StatusTag display={label.isDoubtful ? RESULT_STATUS_DISPLAY.invalid : RESULT_STATUS_DISPLAY[label.status]} />
        <span className="pc-grow" />
        <OthersAt index={index} />
        <ReadingMark label={label} reason={editReason} />
        <CardActions {...props} />
      </div>
      <button
        type="button"
        className={styles["crop"]}
        onClick={() => onSelect(index)}
        aria-label={`Show ${title.toLowerCase()} in the photo`}
      >
        <ResultCrop
          preview={picture}
          photo={image}
          rect={result.rect}
          frame={CROPS[result.label]}
          name={`Crop of ${title.toLowerCase()}`}
        />
      </button>
      <div className={styles["fields"]}>
        {readingFieldsOf(result.label).map((field) => (
          <ReadingInput
            key={field}
            label={label}
            field={field}
            reason={frozen}
            edit={editOf(edits.queue, `/${index}/${field}/value`)}
            drafts={edits.drafts}
            hand={hand}
            isFirst={field === first}
            onCommit={(value) => edits.put(makePatch[field](index, value))}
            onSettle={edits.settle}
          />
        ))}
      </div>
    </article>
  );
}, looksSame);

function CardActions({
  label: { index, result, title },
  editReason,
  onPull,
  onDiscard,
  onRecover,
  onBox,
}: Props): ReactElement {
  const restoreHint = useHint("label.restore", "Restore what the model read");
  const discardHint = useHint("label.discard", result.discarded ? "Recover" : "Delete");
  const restoreReason = editReason ?? reasonOf(resultCan.restore(result));
  return (
    <>
      {!result.discarded && (
        <ReasonButton
          size="small"
          type="text"
          icon={<BorderInnerOutlined />}
          aria-label={`Box of ${title.toLowerCase()}…`}
          tooltip="The box in numbers"
          reason={editReason}
          onClick={() => onBox(index)}
        />
      )}
      {result.original !== null && (
        <ReasonButton
          size="small"
          type="text"
          icon={<UndoOutlined />}
          aria-label={`Restore ${title.toLowerCase()}`}
          tooltip={restoreHint}
          reason={restoreReason}
          onClick={() => onPull(index)}
        />
      )}
      {result.discarded ? (
        <ReasonButton
          size="small"
          type="text"
          icon={<RollbackOutlined />}
          aria-label={`Recover ${title.toLowerCase()}`}
          tooltip={discardHint}
          reason={editReason}
          onClick={() => onRecover(index)}
        />
      ) : (
        <ReasonButton
          size="small"
          type="text"
          icon={<DeleteOutlined />}
          aria-label={`Delete ${title.toLowerCase()}`}
          tooltip={discardHint}
          reason={editReason}
          onClick={() => onDiscard(index)}
        />
      )}
    </>
  );
}
