import { WarningFilled } from "@ant-design/icons";
import type { ReadingField } from "@precount/domain";
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useId } from "react";
import { createPortal } from "react-dom";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { DIGITS_ONLY } from "../../../../shared/forms/digits-only.ts";
import { ResolveButtons } from "../saving/UnresolvedEdits.tsx";
import { commitReading, leaveReading, revertReading, typeReading } from "../session/readings.ts";
import { useSession } from "../session/session-context.ts";
import { type ReadingState, useReading } from "../session/use-reading.ts";
import styles from "./ResultTable.module.css";

type Props = {
  item: DisplayedResult;
  field: ReadingField;
  /** Renders the input; otherwise the value is text. */
  isEditing: boolean;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Where the message of the active cell is shown. */
  foot: HTMLElement | null;
};

const NAMES: Readonly<Record<ReadingField, string>> = { code: "Code", quantity: "Quantity" };

/** A code or a quantity in the table: text, and an input while it is edited. */
export function ReadingCell({ item, field, isEditing, inputRef, foot }: Props): ReactElement {
  const reading = useReading(item, field);
  if (!isEditing) return <ValueText reading={reading} />;
  return <CellInput item={item} field={field} reading={reading} inputRef={inputRef} foot={foot} />;
}

const stateOf = ({ message, isDoubtful }: ReadingState): string =>
  message !== null ? "error" : isDoubtful ? "doubtful" : "";

function ValueText({ reading }: { reading: ReadingState }): ReactElement {
  const { shown, message, isDoubtful, isTyping } = reading;
  return (
    <span className={styles["value"]} data-state={stateOf(reading)} data-typing={isTyping} title={message ?? ""}>
      {shown === "" ? <span className="pc-quiet">–</span> : shown}
      {message !== null && <WarningFilled aria-label="Not saved" />}
      {message === null && isDoubtful && <WarningFilled aria-label="Doubtful" />}
    </span>
  );
}

type InputProps = Omit<Props, "isEditing"> & { reading: ReadingState };

function CellInput({ item: { index, title }, field, reading, inputRef, foot }: InputProps): ReactElement {
  const session = useSession();
  const { message, unresolved, isTyping } = reading;
  const messageId = useId();
  // Without a draft the next digit replaces the value, as in a spreadsheet.
  useEffect(() => {
    if (!isTyping && document.activeElement === inputRef.current) inputRef.current?.select();
  }, [isTyping, inputRef]);
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    // The focus stays in the cell while the text is invalid.
    if (event.key === "Enter" && !commitReading(session, { index, field }, event.currentTarget.value)) {
      event.stopPropagation();
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      revertReading(session, { index, field });
    }
    if (movesCaret(event, isTyping)) event.stopPropagation();
  };
  return (
    <>
      <input
        ref={inputRef}
        className={styles["input"]}
        data-state={stateOf(reading)}
        aria-label={`${NAMES[field]} of ${title.toLowerCase()}`}
        aria-invalid={message !== null}
        {...(message === null ? {} : { "aria-describedby": messageId })}
        value={reading.shown}
        inputMode="numeric"
        autoComplete="off"
        maxLength={64}
        {...DIGITS_ONLY}
        onChange={({ target }) => typeReading(session, { index, field }, target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => leaveReading(session, { index, field })}
        onKeyDown={handleKey}
      />
      {foot !== null &&
        message !== null &&
        createPortal(
          <span id={messageId} role="alert" className={styles["message"]}>
            {message}
            {unresolved !== null && <ResolveButtons of={session.ref} edit={unresolved} />}
          </span>,
          foot,
        )}
    </>
  );
}

/** Whether the key moves the caret within the text, instead of moving to the next cell. */
function movesCaret({ key, currentTarget: input }: KeyboardEvent<HTMLInputElement>, isTyping: boolean): boolean {
  const { selectionStart: start, selectionEnd: end, value } = input;
  if (key === "Home" || key === "End") return isTyping;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
  const isAllSelected = start === 0 && end === value.length;
  if (isAllSelected && !isTyping) return false;
  return key === "ArrowLeft" ? !(start === 0 && end === 0) : !(start === value.length && end === value.length);
}
