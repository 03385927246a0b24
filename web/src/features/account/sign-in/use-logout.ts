import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { client, trpc, UNBATCHED } from "../../../shared/api/trpc.ts";
import { clearStorage, storedSessionId } from "../../../shared/session/storage.ts";
import { stopRunningUploads } from "../../../shared/uploads/running-uploads.ts";

/** Delays before the next attempt, doubled each time. */
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 15_000;

/** `done` says whether the server ended a session. After `failed`, the session's cookie may still open photos and reports. */
export type LogoutState =
  | { kind: "pending" }
  | { kind: "failed"; reason: string }
  | { kind: "done"; endedSession: boolean };

type Logout = {
  state: LogoutState;
  /** Whether this browser held a session id when the screen opened. */
  hadSession: boolean;
  retry: () => void;
};

/**
 * Clears the user's data in this browser and ends the session on the server. The server is always asked, because the session cookie
 * is enough for photos and reports, and scripts cannot see it (PD-42). A failed call is repeated until the screen is left.
 */
export function useLogout(): Logout {
  const queryClient = useQueryClient();
  const [hadSession] = useState(() => storedSessionId() !== null);
  const [state, setState] = useState<LogoutState>({ kind: "pending" });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    clearStorage();
    stopRunningUploads();
    // Keep the public sign-in options, which the button of the work account needs.
    const publicKey = hashKey(trpc.user.signInOptions.pathKey());
    queryClient.removeQueries({ predicate: ({ queryKey }) => hashKey(queryKey.slice(0, 1)) !== publicKey });
    queryClient.getMutationCache().clear();
  }, [queryClient]);

  useEffect(() => {
    // A repeated call must not end the session of the next user: leaving the screen stops the attempts.
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void client.user.logout.mutate(undefined, UNBATCHED).then(
      ({ ended }) => void (isLeft || setState({ kind: "done", endedSession: ended })),
      (error: unknown) => {
        if (isLeft) return;
        setState({ kind: "failed", reason: errorMessage(error) });
        window.addEventListener("online", retry);
        timer = setTimeout(retry, Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS));
      },
    );
    return () => {
      isLeft = true;
      clearTimeout(timer);
      window.removeEventListener("online", retry);
    };
  }, [attempt, retry]);

  return { state, hadSession, retry };
}
