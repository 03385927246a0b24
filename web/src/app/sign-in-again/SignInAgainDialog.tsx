import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, Suspense, lazy, useEffect, useState } from "react";
import { useSaveQueue } from "../../features/event/review/saving/save-queue-context.ts";
import { client } from "../../shared/api/trpc.ts";
import { SIGNS_IN } from "../../shared/api/sign-in-again-link.ts";
import { hasUnsavedInput } from "../../shared/forms/unsaved-input.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { signInAgain } from "../../shared/session/sign-in-again.ts";
import { onSessionStored } from "../../shared/session/storage.ts";

/** Most sessions never need it, so the start page does not load it. */
const SignInAgain = lazy(async () => ({ default: (await import("./SignInAgain.tsx")).SignInAgain }));

type Waiting = {
  settle: (isSignedIn: boolean) => void;
  /** Another person has signed in in another tab. */
  isOtherUser: boolean;
};

/** The dialog of `signInAgain.request`. Calls that need it at the same time share one dialog. */
export function SignInAgainDialog(): ReactElement | null {
  const current = useAuthUser();
  // The user whose page it is, also after another one has signed in in another tab.
  const [user] = useState(current);
  const queue = useSaveQueue();
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(() => {
    let open: { answer: Promise<boolean>; settle: (isSignedIn: boolean) => void } | null = null;
    const request = (): Promise<boolean> => {
      if (open === null) {
        const { promise: answer, resolve } = Promise.withResolvers<boolean>();
        const settle = (isSignedIn: boolean): void => {
          open = null;
          setWaiting(null);
          resolve(isSignedIn);
          if (!isSignedIn) return;
          queue.resume();
          void queryClient.invalidateQueries();
        };
        open = { answer, settle };
        setWaiting({ settle, isOtherUser: false });
      }
      return open.answer;
    };
    /** A session that began in another tab is this page's session too. The page must send nothing with another user's session. */
    const checkUser = async (): Promise<void> => {
      const { sid } = await client.user.getAuthUser.query(undefined, SIGNS_IN);
      if (sid === user.sid) open?.settle(true);
      else if (open !== null || hasUnsavedInput()) {
        void request();
        setWaiting((now) => now && { ...now, isOtherUser: true });
      } else window.location.reload();
    };
    signInAgain.request = request;
    const stopListening = onSessionStored(() => void checkUser().catch(() => undefined));
    const unsubscribe = queue.subscribe(() => {
      if (queue.connection === "signed-out") void request();
    });
    return () => {
      signInAgain.request = null;
      stopListening();
      unsubscribe();
      open?.settle(false);
    };
  }, [queue, queryClient, user.sid]);
  if (waiting === null) return null;
  return (
    <Suspense fallback={null}>
      <SignInAgain user={user} edits={queue.pendingCount()} isOtherUser={waiting.isOtherUser} onDone={waiting.settle} />
    </Suspense>
  );
}
