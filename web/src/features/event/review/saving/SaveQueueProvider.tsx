import { type ReactElement, type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import { UnsavedEditsContext } from "../../../../shared/images/unsaved-edits.ts";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { SaveQueueContext, saveQueueFor } from "./save-queue-context.ts";

const SignInAgain = lazy(async () => ({ default: (await import("./SignInAgain.tsx")).SignInAgain }));

/** Sends the signed-in person's edits, on every screen. */
export function SaveQueueProvider({ children }: { children: ReactNode }): ReactElement {
  const user = useAuthUser();
  const [queue] = useState(() => saveQueueFor(user.sid));
  const [isAsking, setAsking] = useState(false);
  useEffect(() => queue.open(), [queue]);
  useEffect(() => {
    const leave = feedback.signedOut;
    // With unsent edits the page stays, and a dialog asks for the password (PD-44).
    feedback.signedOut = () => (queue.pendingCount() > 0 ? queue.setSignedOut() : leave());
    return () => {
      feedback.signedOut = leave;
    };
  }, [queue]);
  useEffect(
    () =>
      queue.subscribe(() => {
        if (queue.connection === "signed-out") setAsking(true);
      }),
    [queue],
  );
  return (
    <SaveQueueContext value={queue}>
      <UnsavedEditsContext value={queue}>{children}</UnsavedEditsContext>
      {isAsking && (
        <Suspense>
          <SignInAgain user={user} queue={queue} onDone={() => setAsking(false)} />
        </Suspense>
      )}
    </SaveQueueContext>
  );
}
