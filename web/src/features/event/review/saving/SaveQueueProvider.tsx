import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { UnsavedEditsContext } from "../../../../shared/images/unsaved-edits.ts";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { SaveQueueContext, saveQueueFor } from "./save-queue-context.ts";

/** Sends the signed-in person's edits, on every screen. */
export function SaveQueueProvider({ children }: { children: ReactNode }): ReactElement {
  const user = useAuthUser();
  const [queue] = useState(() => saveQueueFor(user.sid));
  useEffect(() => queue.open(), [queue]);
  useEffect(() => {
    const leave = feedback.signedOut;
    // With unsent edits the page stays, and a dialog asks for the password (PD-44).
    feedback.signedOut = () => (queue.pendingCount() > 0 ? queue.setSignedOut() : leave());
    return () => {
      feedback.signedOut = leave;
    };
  }, [queue]);
  return (
    <SaveQueueContext value={queue}>
      <UnsavedEditsContext value={queue}>{children}</UnsavedEditsContext>
    </SaveQueueContext>
  );
}
