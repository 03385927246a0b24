import { MAX_REJECT_NOTE_LENGTH, REJECT_REASONS, REJECT_REASON_TITLES, type RejectReason } from "@precount/domain";
import { Button, Input, Modal } from "antd";
import { type KeyboardEvent, type ReactElement, useState } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./RejectDialog.module.css";

/** Why photos are rejected (PD-72). */
export type RejectChoice = { reason: RejectReason; note?: string };
type Props = {
  /** The question, such as 'Reject 12 images?'. */
  title: string;
  isOpen: boolean;
  onReject: (choice: RejectChoice) => void;
  onClose: () => void;
};

/** Asks why photos are rejected. A number chooses a reason and rejects at once; only 'Other' asks for a text first. */
export function RejectDialog({ title, isOpen, onReject, onClose }: Props): ReactElement {
  return (
    <Modal title={title} open={isOpen} onCancel={onClose} footer={null} width={360} destroyOnHidden>
      <Reasons onReject={onReject} />
    </Modal>
  );
}

function Reasons({ onReject }: Pick<Props, "onReject">): ReactElement {
  const [note, setNote] = useState<string | null>(null);
  const choose = (reason: RejectReason): void => {
    if (reason === "other") setNote((typed) => typed ?? "");
    else onReject({ reason });
  };
  const handleKey = (event: KeyboardEvent): void => {
    const reason = REJECT_REASONS[Number(event.key) - 1];
    if (reason === undefined || event.repeat || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    choose(reason);
  };
  const text = note?.trim() ?? "";
  return (
    // Its buttons have the focus; it only listens for their numbers.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles["reasons"]} onKeyDown={handleKey}>
      {REJECT_REASONS.map((reason, at) => (
        <Button
          key={reason}
          block
          // The dialog takes its keys here, as soon as it opens.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={at === 0}
          className={styles["reason"] ?? ""}
          aria-keyshortcuts={String(at + 1)}
          onClick={() => choose(reason)}
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
            if (text !== "") onReject({ reason: "other", note: text });
          }}
        >
          <Input
            // The user has just chosen to type a reason.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            aria-label="Reason"
            placeholder="Reason"
            value={note}
            maxLength={MAX_REJECT_NOTE_LENGTH}
            onChange={({ target }) => setNote(target.value)}
          />
          <ReasonButton htmlType="submit" danger reason={text === "" ? "Type the reason first." : null}>
            Reject
          </ReasonButton>
        </form>
      )}
    </div>
  );
}
