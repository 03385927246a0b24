import { type ReactElement, type ReactNode, Suspense, lazy, useEffect, useState } from "react";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";
import { SaveQueueContext, saveQueueFor } from "./save-queue-context.ts";

const SignInAgain = lazy(async () => ({ default: (await import("./SignInAgain.tsx")).SignInAgain }));

/** While somebody is signed in, what they edited goes to the server, whichever screen they look at. */
export function SaveQueueProvider({ children }: { children: ReactNode }): ReactElement {
  const user = useAuthUser();
  const [outbox] = useState(() => saveQueueFor(user.sid));
  const [isAsking, setAsking] = useState(false);
  useEffect(() => outbox.open(), [outbox]);
  useEffect(() => {
    const leave = feedback.signedOut;
    // With something unsent nobody is sent away: the password is asked for over the page (decision 44).
    feedback.signedOut = () => (outbox.pendingCount() > 0 ? outbox.signedOut() : leave());
    return () => {
      feedback.signedOut = leave;
    };
  }, [outbox]);
  useEffect(
    () =>
      outbox.subscribe(() => {
        if (outbox.connection === "signed-out") setAsking(true);
      }),
    [outbox],
  );
  return (
    <SaveQueueContext value={outbox}>
      {children}
      {isAsking && (
        <Suspense>
          <SignInAgain user={user} outbox={outbox} onDone={() => setAsking(false)} />
        </Suspense>
      )}
    </SaveQueueContext>
  );
}
