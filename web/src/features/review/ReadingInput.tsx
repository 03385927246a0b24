import { CheckOutlined, LoadingOutlined, WarningFilled } from "@ant-design/icons";
import { type ReadingField, checkField } from "@precount/domain";
import { Button, Input, Tooltip } from "antd";
import { type ReactElement, useId } from "react";
import type { QueuedEdit } from "./edit-queue.ts";
import type { ReviewLabel } from "./labels.ts";
import styles from "./Review.module.css";
import { TroubleButtons } from "./saving/Troubles.tsx";
import type { Drafts } from "./use-edits.ts";
import { useReading } from "./use-reading.ts";

type Props = {
  label: ReviewLabel;
  field: ReadingField;
  /** Why it cannot be edited; null when it can. */
  reason: string | null;
  /** The latest edit of this field, if there was one. */
  edit: QueuedEdit | undefined;
  drafts: Drafts;
  onCommit: (value: string) => void;
  onSettle: (edit: QueuedEdit, choice: "mine" | "theirs") => void;
};

/** How many of the reader's other candidates are offered. */
const MAX_CANDIDATES = 3;

/**
 * A code or a quantity. What is typed is kept with every key, through a reload too; it is checked and sent when one leaves the
 * field or presses Enter, and Escape goes back to what was there before.
 */
export function ReadingInput({ label, field, reason, edit, drafts, onCommit, onSettle }: Props): ReactElement {
  const { result, title } = label;
  const reading = useReading({ label, field, edit, drafts, onCommit });
  const { message, trouble, isDoubtful } = reading;
  const { confidence } = (field === "code" ? result.code : result.quantity) ?? {};
  const messageId = useId();
  const name = field === "code" ? "Code" : "Quantity";
  return (
    <div className={styles["field"]} style={field === "quantity" ? { maxWidth: 104 } : {}}>
      <label className={styles["fieldLabel"]}>
        <span className={styles["fieldName"]}>
          {name}
          <Mark edit={edit} isDoubtful={isDoubtful} confidence={confidence} />
        </span>
        <FieldInput
          name={`${name} of ${title.toLowerCase()}`}
          value={reading.shown}
          status={message !== null ? "error" : isDoubtful ? "warning" : ""}
          reason={reason}
          isTyping={reading.isTyping}
          messageId={message === null ? undefined : messageId}
          onType={reading.type}
          onLeave={reading.leave}
          onEnter={reading.commit}
          onEscape={reading.escape}
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
      {reason === null && <Candidates label={label} field={field} value={reading.value} onChoose={reading.commit} />}
    </div>
  );
}

type FieldInputProps = {
  /** The same whatever its state: marks beside it must not change what it is called. */
  name: string;
  value: string;
  status: "error" | "warning" | "";
  reason: string | null;
  isTyping: boolean;
  messageId: string | undefined;
  onType: (text: string) => void;
  onLeave: (text: string) => void;
  onEnter: (text: string) => void;
  onEscape: () => void;
};

function FieldInput({
  name,
  value,
  status,
  reason,
  isTyping,
  messageId,
  onType,
  onLeave,
  onEnter,
  onEscape,
}: FieldInputProps): ReactElement {
  return (
    <Tooltip title={reason ?? ""}>
      <Input
        value={value}
        status={status}
        readOnly={reason !== null}
        inputMode="numeric"
        aria-label={name}
        autoComplete="off"
        data-typing={isTyping}
        maxLength={64}
        aria-invalid={status === "error"}
        {...(messageId === undefined ? {} : { "aria-describedby": messageId })}
        onChange={(event) => onType(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => onLeave(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && reason === null) onEnter(event.currentTarget.value);
          if (event.key === "Escape") onEscape();
        }}
      />
    </Tooltip>
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

type CandidatesProps = { label: ReviewLabel; field: ReadingField; value: string; onChoose: (value: string) => void };

/** The reader's other ideas; one click takes one. A doubtful reading stands among them, to be confirmed. */
function Candidates({ label: { result, title }, field, value, onChoose }: CandidatesProps): ReactElement | null {
  const reading = field === "code" ? result.code : result.quantity;
  const isSettled = reading?.pattern !== null;
  const offered = [...new Set(result.values.filter((one) => one.field === field).map((one) => one.value))]
    .filter((one) => checkField(result.label, field, one).ok && !(isSettled && one === value))
    .slice(0, MAX_CANDIDATES);
  if (result.discarded || offered.length === 0 || (isSettled && reading?.confidence === undefined)) return null;
  return (
    <div className={styles["candidates"]}>
      {offered.map((one) => (
        <Button
          key={one}
          size="small"
          className="pc-code"
          aria-label={`Use ${one} as ${field} of ${title.toLowerCase()}`}
          onClick={() => onChoose(one)}
        >
          {one}
        </Button>
      ))}
    </div>
  );
}
