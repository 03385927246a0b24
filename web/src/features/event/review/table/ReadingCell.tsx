import { WarningFilled } from "@ant-design/icons";
import { type ReadingField, makePatch } from "@precount/domain";
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useId } from "react";
import { createPortal } from "react-dom";
import { editOf } from "../edit-queue.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { TroubleButtons } from "../saving/Troubles.tsx";
import type { Edits } from "../use-edits.ts";
import { useReading } from "../use-reading.ts";
import styles from "./LabelTable.module.css";

type Props = {
  label: DisplayedResult;
  field: ReadingField;
  edits: Pick<Edits, "queue" | "drafts" | "put" | "settle">;
  /** The input is there; without it the value is only text. */
  isEditing: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Where complaints of the cell in hand are said. */
  foot: HTMLElement | null;
};

const NAMES: Readonly<Record<ReadingField, string>> = { code: "Code", quantity: "Quantity" };

/** A code or a quantity in the table: text, and an input only while somebody is in it. */
export function ReadingCell({ label, field, edits, isEditing, inputRef, foot }: Props): ReactElement {
  const { index, title } = label;
  const reading = useReading({
    label,
    field,
    edit: editOf(edits.queue, `/${index}/${field}/value`),
    drafts: edits.drafts,
    onCommit: (value) => edits.put(makePatch[field](index, value)),
  });
  const { message, trouble, isTyping } = reading;
  const messageId = useId();
  // Nothing is typed (any more): the next digit begins anew, as in a spreadsheet.
  useEffect(() => {
    if (isEditing && !isTyping && document.activeElement === inputRef.current) inputRef.current?.select();
  }, [isEditing, isTyping, inputRef]);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    // A value that is no value keeps the hand where it is.
    if (event.key === "Enter" && !reading.commit(event.currentTarget.value)) event.stopPropagation();
    if (event.key === "Escape") {
      event.stopPropagation();
      reading.escape();
    }
    if (isCaretKey(event, reading.isTyping)) event.stopPropagation();
  };
  const state = message !== null ? "error" : reading.isDoubtful ? "doubtful" : "";
  if (!isEditing) {
    return (
      <span className={styles["value"]} data-state={state} data-typing={reading.isTyping} title={message ?? ""}>
        {reading.shown === "" ? <span className="pc-quiet">–</span> : reading.shown}
        {message !== null && <WarningFilled aria-label="Not saved" />}
        {message === null && reading.isDoubtful && <WarningFilled aria-label="Doubtful" />}
      </span>
    );
  }
  return (
    <>
      <input
        ref={inputRef}
        className={styles["input"]}
        data-state={state}
        aria-label={`${NAMES[field]} of ${title.toLowerCase()}`}
        aria-invalid={message !== null}
        {...(message === null ? {} : { "aria-describedby": messageId })}
        value={reading.shown}
        inputMode="numeric"
        autoComplete="off"
        maxLength={64}
        onChange={({ target }) => reading.type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => reading.leave(target.value)}
        onKeyDown={press}
      />
      {foot !== null &&
        message !== null &&
        createPortal(
          <span id={messageId} role="alert" className={styles["message"]}>
            {message}
            {trouble !== null && reading.complaint === null && (
              <TroubleButtons edit={trouble} onChoose={(choice) => edits.settle(trouble, choice)} />
            )}
          </span>,
          foot,
        )}
    </>
  );
}

/** Whether the key moves the caret within what is typed, and not on to the next cell. */
function isCaretKey({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>, isTyping: boolean): boolean {
  const { selectionStart: start, selectionEnd: end, value } = input;
  if (key === "Home" || key === "End") return isTyping;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
  const isWhole = start === 0 && end === value.length;
  if (isWhole && !isTyping) return false;
  return key === "ArrowLeft" ? !(start === 0 && end === 0) : !(start === value.length && end === value.length);
}
