import { useMutation } from "@tanstack/react-query";
import { Modal } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import { feedback } from "../shared/feedback/feedback.ts";
import { errorMessage } from "../shared/api/errors.ts";
import { type RouterOutputs, client, trpc } from "../shared/api/trpc.ts";
import { confirmation } from "../shared/session/confirmation.ts";
import { ProofForm } from "../ui/ProofForm.tsx";

type Choices = RouterOutputs["factor"]["beginConfirmation"];
type Waiting = { choices: Choices; settle: (isConfirmed: boolean) => void };

/** The dialog of `confirmation.request`. Calls that need a proof at the same time share one dialog. */
export function ConfirmDialog(): ReactElement {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    let open: Promise<boolean> | null = null;
    confirmation.request = () => (open ??= ask(setWaiting).finally(() => (open = null)));
  }, []);
  const confirm = useMutation(
    trpc.factor.confirm.mutationOptions({ meta: { quiet: true }, onSuccess: () => close(true) }),
  );
  const close = (isConfirmed: boolean): void => {
    waiting?.settle(isConfirmed);
    setWaiting(null);
    confirm.reset();
  };
  return (
    <Modal
      open={waiting !== null}
      title="Confirm that it is you"
      footer={null}
      width={400}
      onCancel={() => close(false)}
      // Above the dialog whose action needs the proof.
      zIndex={1200}
      destroyOnHidden
    >
      <p>This action needs a proof that is at most 10 minutes old.</p>
      {waiting && (
        <ProofForm
          choices={waiting.choices}
          isPending={confirm.isPending}
          error={confirm.error}
          submitText="Confirm"
          onProof={(proof) => confirm.mutate({ ticket: waiting.choices.ticket, proof })}
        />
      )}
    </Modal>
  );
}

/** Fetches the choices and opens the dialog. Resolves when the dialog closes. */
async function ask(open: (waiting: Waiting) => void): Promise<boolean> {
  try {
    const choices = await client.factor.beginConfirmation.mutate();
    return await new Promise((settle) => open({ choices, settle }));
  } catch (error) {
    feedback.error(errorMessage(error));
    return false;
  }
}
