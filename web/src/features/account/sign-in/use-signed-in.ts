import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { storeSessionId } from "../../../shared/session/storage.ts";
import { returnToState } from "../../../shared/session/return-to.ts";

/** Returns the handler of every successful sign-in: it stores the session and opens the page that the user came for. */
export function useSignedIn(): (sessionId: string, message: string, returnTo: string | undefined) => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (sessionId, message, returnTo) => {
    queryClient.clear(); // Remove the data of the previous user.
    storeSessionId(sessionId);
    feedback.success(message);
    router.history.push(returnToState(returnTo).returnTo ?? "/");
  };
}
