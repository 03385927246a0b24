import { useMutation } from "@tanstack/react-query";
import { Modal } from "antd";
import type { ReactElement } from "react";
import { type RouterOutputs, trpc } from "../shared/api/trpc.ts";
import { ProofForm } from "../ui/ProofForm.tsx";

type Props = {
  choices: RouterOutputs["factor"]["beginConfirmation"];
  onClose: (isConfirmed: boolean) => void;
};

/** Asks for a proof before a sensitive call (PD-117). */
export default function ConfirmForm({ choices, onClose }: Props): ReactElement {
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
      // Above the dialog whose action needs the proof.
      zIndex={1200}
    >
      <p>This action needs a proof that is at most 10 minutes old.</p>
      <ProofForm
        choices={choices}
        isPending={confirm.isPending}
        error={confirm.error}
        submitText="Confirm"
        onProof={(proof) => confirm.mutate({ ticket: choices.ticket, proof })}
      />
    </Modal>
  );
}
