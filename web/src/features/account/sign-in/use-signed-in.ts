import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { storeSessionId } from "../../../shared/session/storage.ts";
import { returnToState } from "../../../shared/session/return-to.ts";

type OnSignedIn = (sessionId: string, message: string, returnTo: string | undefined, mustAddFactor?: boolean) => void;

/** Returns the handler of every successful sign-in: it stores the session and opens the page that the user came for. */
export function useSignedIn(): OnSignedIn {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (sessionId, message, returnTo, mustAddFactor = false) => {
    queryClient.clear(); // Remove the data of the previous user.
    storeSessionId(sessionId);
    feedback.success(message);
    if (mustAddFactor) void router.navigate({ to: "/second-factor", state: returnToState(returnTo) });
    else router.history.push(returnToState(returnTo).returnTo ?? "/");
  };
}
