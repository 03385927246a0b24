import { type ReactElement, Suspense, lazy, useEffect, useState } from "react";
import { feedback } from "../shared/feedback/feedback.ts";
import { errorMessage } from "../shared/api/errors.ts";
import { type RouterOutputs, client } from "../shared/api/trpc.ts";
import { confirmation } from "../shared/session/confirmation.ts";

/** Most sessions never need it, so the start page does not load it. */
const ConfirmForm = lazy(() => import("./ConfirmForm.tsx"));

type Waiting = {
  choices: RouterOutputs["factor"]["beginConfirmation"];
  settle: (isConfirmed: boolean) => void;
};

/** The dialog of `confirmation.request`. Calls that need a proof at the same time share one dialog. */
export function ConfirmDialog(): ReactElement | null {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    let open: Promise<boolean> | null = null;
    confirmation.request = () => (open ??= ask(setWaiting).finally(() => (open = null)));
  }, []);
  if (waiting === null) return null;
  const close = (isConfirmed: boolean): void => {
    waiting.settle(isConfirmed);
    setWaiting(null);
  };
  return (
    <Suspense fallback={null}>
      <ConfirmForm choices={waiting.choices} onClose={close} />
    </Suspense>
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
