import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { errorMessage } from "../../../shared/api/errors.ts";
import { client, trpc, UNBATCHED } from "../../../shared/api/trpc.ts";
import { clearStorage, storedSessionId } from "../../../shared/session/storage.ts";
import { stopRunningUploads } from "../../../shared/uploads/running-uploads.ts";
import { type LogoutState, SessionEnd } from "./session-end.ts";

/** One instance per page: it continues after the user has left the screen. */
export const sessionEnd = new SessionEnd({
  endSession: (signal) => client.user.logout.mutate(undefined, { ...UNBATCHED, signal }),
  isSignedIn: () => storedSessionId() !== null,
  describeError: errorMessage,
});

type Logout = {
  state: LogoutState;
  /** Whether this browser held a session id when the screen opened. */
  hadSession: boolean;
  retry: () => void;
};

/**
 * Clears the user's data in this browser and ends the session on the server. The server is always asked, because the session cookie
 * is enough for photos and reports, and scripts cannot see it (PD-42).
 */
export function useLogout(): Logout {
  const queryClient = useQueryClient();
  const [hadSession] = useState(() => storedSessionId() !== null);
  const state = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);

  // Before the first paint, which would show the end of an earlier session.
  useLayoutEffect(() => {
    clearStorage();
    stopRunningUploads();
    // Keep the public sign-in options, which the button of the work account needs.
    const publicKey = hashKey(trpc.user.signInOptions.pathKey());
    queryClient.removeQueries({ predicate: ({ queryKey }) => hashKey(queryKey.slice(0, 1)) !== publicKey });
    queryClient.getMutationCache().clear();
    sessionEnd.begin();
  }, [queryClient]);

  useEffect(() => {
    window.addEventListener("online", sessionEnd.resume);
    return () => window.removeEventListener("online", sessionEnd.resume);
  }, []);

  return { state, hadSession, retry: sessionEnd.resume };
}
