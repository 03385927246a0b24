import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { storeSessionId } from "../../../shared/session/storage.ts";
import { returnToState } from "../../../shared/session/return-to.ts";

/** What follows every sign-in: the session is stored, and the person is where they wanted to be. */
export function useSignedIn(): (sessionId: string, words: string, returnTo: string | undefined) => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (sessionId, words, returnTo) => {
    queryClient.clear(); // Whatever the last person saw is not this person's.
    storeSessionId(sessionId);
    feedback.success(words);
    router.history.push(returnToState(returnTo).returnTo ?? "/");
  };
}
