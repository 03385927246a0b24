import { useMutation } from "@tanstack/react-query";
import { Modal } from "antd";
import { type ReactElement, useRef } from "react";
import { type RouterOutputs, trpc } from "../shared/api/trpc.ts";
import { focusFirstField } from "../shared/forms/focus-first-field.ts";
import { ProofForm } from "../ui/ProofForm.tsx";

type Props = {
  choices: RouterOutputs["factor"]["beginConfirmation"];
  onClose: (isConfirmed: boolean) => void;
};

/** Asks for a proof before a sensitive call (PD-117). */
export default function ConfirmForm({ choices, onClose }: Props): ReactElement {
  const contents = useRef<HTMLDivElement>(null);
  const confirm = useMutation(
    trpc.factor.confirm.mutationOptions({ meta: { quiet: true }, onSuccess: () => onClose(true) }),
  );
  return (
    <Modal
      open
      title="Confirm that it is you"
      footer={null}
      width={400}
      onCancel={() => onClose(false)}
      // The opening dialog takes the focus from the field.
      afterOpenChange={(isOpen) => isOpen && focusFirstField(() => contents.current?.querySelector("input")?.focus())}
      // Above the dialog whose action needs the proof.
      zIndex={1200}
    >
      <div ref={contents}>
        <p>Your last sign-in or confirmation was more than 10 minutes ago.</p>
        <ProofForm
          choices={choices}
          isPending={confirm.isPending}
          error={confirm.error}
          submitText="Confirm"
          onProof={(proof) => confirm.mutate({ ticket: choices.ticket, proof })}
        />
      </div>
    </Modal>
  );
}
