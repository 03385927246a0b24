import { MAX_REJECT_NOTE_LENGTH, REJECT_REASONS, REJECT_REASON_TITLES, type RejectReason } from "@precount/domain";
import { Button, Input, Modal } from "antd";
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { KeepText } from "../../forms/KeepInput.tsx";
import styles from "./RejectDialog.module.css";

/** Why photos are rejected (PD-72). */
export type RejectChoice = { reason: RejectReason; note?: string };
type Props = {
  /** The question, such as 'Reject 12 images?'. */
  title: string;
  isOpen: boolean;
  isPending: boolean;
  /** Closes the dialog: at once, or when the server has answered, so that a typed reason is kept until then. */
  onReject: (choice: RejectChoice) => void;
  onClose: () => void;
};

/** Asks why photos are rejected. A number chooses a reason and rejects at once; only 'Other' asks for a text first. */
export function RejectDialog({ title, isOpen, isPending, onReject, onClose }: Props): ReactElement {
  const [note, setNote] = useState<string | null>(null);
  if (!isOpen && note !== null) setNote(null);
  const isSending = isPending && note !== null;
  const choose = (reason: RejectReason): void => {
    if (reason === "other") setNote((typed) => typed ?? "");
    else if (!isSending) onReject({ reason });
  };
  useReasonKeys(isOpen, choose);
  return (
    <Modal title={title} open={isOpen} onCancel={onClose} footer={null} width={360} destroyOnHidden>
      <Reasons note={note} isSending={isSending} onNote={setNote} onChoose={choose} onReject={onReject} />
    </Modal>
  );
}

/** The field for another reason. A field of the screen below may still have the focus while the dialog opens. */
const isInDialogField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.closest("[role=dialog]") !== null;

/**
 * Calls `onReason` for the number of a reason, wherever the focus is. The dialog shows and focuses its buttons later than
 * `isOpen` becomes true; a quick user has typed the number by then.
 */
function useReasonKeys(isOpen: boolean, onReason: (reason: RejectReason) => void): void {
  const latest = useRef(onReason);
  useEffect(() => {
    latest.current = onReason;
  });
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const handleKey = (event: KeyboardEvent): void => {
      const reason = REJECT_REASONS[Number(event.key) - 1];
      const isCommand = event.ctrlKey || event.metaKey || event.altKey;
      if (reason === undefined || isCommand || isInDialogField(event.target)) return;
      event.preventDefault();
      // Not also a key of the screen below.
      event.stopPropagation();
      if (!event.repeat) latest.current(reason);
    };
    addEventListener("keydown", handleKey, { capture: true });
    return () => removeEventListener("keydown", handleKey, { capture: true });
  }, [isOpen]);
}

type ReasonsProps = {
  /** The text for 'Other'; null until it is chosen. */
  note: string | null;
  isSending: boolean;
  onNote: (note: string) => void;
  onChoose: (reason: RejectReason) => void;
  onReject: (choice: RejectChoice) => void;
};

function Reasons({ note, isSending, onNote, onChoose, onReject }: ReasonsProps): ReactElement {
  const text = note?.trim() ?? "";
  return (
    <div className={styles["reasons"]}>
      {REJECT_REASONS.map((reason, at) => (
        <Button
          key={reason}
          block
          // The dialog takes its keys here, as soon as it opens.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={at === 0}
          className={styles["reason"] ?? ""}
          aria-keyshortcuts={String(at + 1)}
          onClick={() => onChoose(reason)}
        >
          <kbd aria-hidden className={styles["key"]}>
            {at + 1}
          </kbd>
          {reason === "other" ? `${REJECT_REASON_TITLES.other}…` : REJECT_REASON_TITLES[reason]}
        </Button>
      ))}
      {note !== null && (
        <form
          className={styles["other"]}
          onSubmit={(event) => {
            event.preventDefault();
            if (text !== "" && !isSending) onReject({ reason: "other", note: text });
          }}
        >
          <KeepText isChanged={text !== ""} />
          <Input
            // The user has just chosen to type a reason.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            aria-label="Reason"
            placeholder="Reason"
            value={note}
            maxLength={MAX_REJECT_NOTE_LENGTH}
            onChange={({ target }) => onNote(target.value)}
          />
          <ReasonButton
            htmlType="submit"
            danger
            loading={isSending}
            reason={text === "" ? "Type the reason first." : null}
          >
            Reject
          </ReasonButton>
        </form>
      )}
    </div>
  );
}
