import { MAX_ACCEPT_REASON_LENGTH } from "@precount/domain";
import { Button, Input, Modal } from "antd";
import { type ReactElement, useState } from "react";
import { KeepText } from "../../../shared/forms/KeepInput.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./Radar.module.css";

/** Frequent reasons. A click accepts with it. */
const REASONS = ["The photo shows it", "Counted again in the store", "The books are wrong"] as const;

type Props = {
  /** The number of findings to accept; 0 while the dialog is closed. */
  count: number;
  isPending: boolean;
  onAccept: (reason: string) => void;
  onClose: () => void;
};

/** Asks why findings are correct. */
export function AcceptDialog({ count, isPending, onAccept, onClose }: Props): ReactElement {
  return (
    <Modal
      title={count === 1 ? "Accept this finding as correct?" : `Accept ${count} findings as correct?`}
      open={count > 0}
      onCancel={onClose}
      footer={null}
      width={420}
      destroyOnHidden
    >
      <Reasons isPending={isPending} onAccept={onAccept} />
    </Modal>
  );
}

function Reasons({ isPending, onAccept }: Pick<Props, "isPending" | "onAccept">): ReactElement {
  const [text, setText] = useState("");
  const own = text.trim();
  return (
    <div className={styles["reasons"]}>
      <p className="pc-quiet">A finding whose values change later is open again.</p>
      {REASONS.map((reason) => (
        <Button key={reason} block onClick={() => onAccept(reason)}>
          {reason}
        </Button>
      ))}
      <KeepText isChanged={own !== ""} />
      <form
        className={styles["own"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (own !== "") onAccept(own);
        }}
      >
        <Input
          aria-label="Another reason"
          placeholder="Another reason"
          maxLength={MAX_ACCEPT_REASON_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <ReasonButton
          type="primary"
          htmlType="submit"
          loading={isPending}
          reason={own === "" ? "Enter a reason." : null}
        >
          Accept
        </ReasonButton>
      </form>
    </div>
  );
}
