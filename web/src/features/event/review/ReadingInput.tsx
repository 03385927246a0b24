import { CheckOutlined, LoadingOutlined, WarningFilled } from "@ant-design/icons";
import { type ReadingField, offeredAlternatives } from "@precount/domain";
import { Input } from "antd";
import { type ReactElement, useId } from "react";
import type { QueuedEdit } from "./edit-queue.ts";
import { WithTooltip } from "../../../ui/WithTooltip.tsx";
import type { DisplayedResult } from "../../../ui/displayed-results.ts";
import { Candidates } from "./panel/Candidates.tsx";
import { type Hand, useFieldInHand } from "./panel/field-in-hand.ts";
import { valueId } from "./panel/places.ts";
import { OthersAt } from "./presence/OthersAt.tsx";
import styles from "./Review.module.css";
import { TroubleButtons } from "./saving/Troubles.tsx";
import type { Drafts } from "./use-edits.ts";
import { type EditedReading, useReading } from "./use-reading.ts";

type Props = {
  label: DisplayedResult;
  field: ReadingField;
  /** Why it cannot be edited; null when it can. */
  reason: string | null;
  /** The latest edit of this field, if there was one. */
  edit: QueuedEdit | undefined;
  drafts: Drafts;
  /** Lent to the keys while it has the focus. */
  hand: Hand;
  /** Its candidates' keys count for the whole card. */
  isFirst: boolean;
  onCommit: (value: string) => void;
  onSettle: (edit: QueuedEdit, choice: "mine" | "theirs") => void;
};

/**
 * A code or a quantity. What is typed is kept with every key, through a reload too; it is checked and sent when one leaves the
 * field or presses Enter, and Escape goes back to what was there before: the review's keys, in the table of keys.
 */
export function ReadingInput(props: Props): ReactElement {
  const { label, field, reason, edit, drafts, hand, isFirst, onCommit, onSettle } = props;
  const { index, result, title } = label;
  const reading = useReading({ label, field, edit, drafts, onCommit });
  const { message, trouble, isDoubtful } = reading;
  const { confidence } = (field === "code" ? result.code : result.quantity) ?? {};
  const messageId = useId();
  const offered = reason === null ? offeredAlternatives(result, field) : [];
  const lend = useFieldInHand(hand, { index, field }, handleOf(reading, reason, offered));
  const name = field === "code" ? "Code" : "Quantity";
  return (
    <div className={styles["field"]}>
      <label className={styles["fieldLabel"]}>
        <span className={styles["fieldName"]}>
          {name}
          <Mark edit={edit} isDoubtful={isDoubtful} confidence={confidence} />
          <OthersAt index={index} field={field} />
        </span>
        <FieldInput
          id={valueId({ index, field })}
          name={`${name} of ${title.toLowerCase()}`}
          reading={reading}
          status={message !== null ? "error" : isDoubtful ? "warning" : ""}
          reason={reason}
          messageId={message === null ? undefined : messageId}
          {...lend}
        />
      </label>
      {message !== null && (
        <div id={messageId} className={styles["fieldMessage"]} role="alert">
          {message}
          {trouble !== null && reading.complaint === null && (
            <TroubleButtons edit={trouble} onChoose={(choice) => onSettle(trouble, choice)} />
          )}
        </div>
      )}
      <Candidates
        className={styles["offered"] ?? ""}
        title={title}
        field={field}
        offered={offered}
        isFirst={isFirst}
        onChoose={reading.commit}
      />
    </div>
  );
}

const handleOf = (reading: EditedReading, reason: string | null, offered: readonly string[]) => ({
  // What is frozen is as it is: nothing to enter, and nothing in the way.
  enter: () => reason !== null || reading.commit(reading.shown),
  back: () => {
    const isOther = reading.isTyping || reading.complaint !== null;
    reading.escape();
    return isOther;
  },
  offered,
  take: (value: string) => void reading.commit(value),
  type: reading.type,
  shown: reading.shown,
});

type FieldInputProps = {
  id: string;
  /** The same whatever its state: marks beside it must not change what it is called. */
  name: string;
  reading: EditedReading;
  status: "error" | "warning" | "";
  reason: string | null;
  messageId: string | undefined;
  onFocus: () => void;
  onBlur: () => void;
};

function FieldInput({ id, name, reading, status, reason, messageId, onFocus, onBlur }: FieldInputProps): ReactElement {
  return (
    <WithTooltip title={reason ?? ""} showOnTouch>
      <Input
        id={id}
        value={reading.shown}
        status={status}
        readOnly={reason !== null}
        inputMode="numeric"
        enterKeyHint="next"
        aria-label={name}
        autoComplete="off"
        data-keys="reading"
        data-typing={reading.isTyping}
        maxLength={64}
        aria-invalid={status === "error"}
        {...(messageId === undefined ? {} : { "aria-describedby": messageId })}
        onChange={(event) => reading.type(event.target.value)}
        onFocus={(event) => {
          event.target.select();
          onFocus();
        }}
        onBlur={(event) => {
          reading.leave(event.target.value);
          onBlur();
        }}
      />
    </WithTooltip>
  );
}

type MarkProps = { edit: QueuedEdit | undefined; isDoubtful: boolean; confidence: number | undefined };

/** Beside the field's name: on its way, saved, or why one should look. */
function Mark({ edit, isDoubtful, confidence }: MarkProps): ReactElement | null {
  if (edit?.state === "waiting" || edit?.state === "sending") return <LoadingOutlined aria-label="Saving" />;
  if (edit?.state === "conflict" || edit?.state === "refused")
    return <WarningFilled aria-label="Not saved" style={{ color: "var(--pc-rejected)" }} />;
  if (edit?.state === "saved") return <CheckOutlined aria-label="Saved" style={{ color: "var(--pc-valid)" }} />;
  if (!isDoubtful) return null;
  const sure = confidence === undefined ? "" : ` (${Math.round(confidence * 100)} % sure)`;
  return (
    <WarningFilled aria-label={`Doubtful${sure}`} title={`Doubtful${sure}`} style={{ color: "var(--pc-doubtful)" }} />
  );
}
