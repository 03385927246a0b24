import { shouldRetryQuery, mutationFailed } from "@precount/domain";
import { MutationCache, QueryCache, QueryClient, onlineManager } from "@tanstack/react-query";
import { errorCode, errorMessage, requiredStep } from "./errors.ts";
import { feedback } from "../feedback/feedback.ts";

/** Opens the screen that the server requires before any other call. */
function leaveIfRequired(error: unknown): boolean {
  if (requiredStep(error) === "add-factor") {
    feedback.mustAddFactor();
    return true;
  }
  const isSignedOut = errorCode(error) === "UNAUTHORIZED";
  if (isSignedOut) feedback.signedOut();
  return isSignedOut;
}

const OFFLINE = "You are offline. This change is sent when the network is back, if this page stays open.";

/**
 * A mutation that shows its own errors sets `meta: { quiet: true }`. Signing in sets `meta: { signsIn: true }`: there, UNAUTHORIZED
 * means a wrong password and must not navigate to /logout.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => shouldRetryQuery(failures, errorCode(error)),
    },
  },
  queryCache: new QueryCache({ onError: (error) => void leaveIfRequired(error) }),
  mutationCache: new MutationCache({
    // Without this the screen would not react: the mutation waits for the network.
    onMutate: (_input, { meta }) => {
      if (!onlineManager.isOnline() && !meta?.["quiet"]) feedback.warning(OFFLINE);
    },
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.["signsIn"] && leaveIfRequired(error)) return;
      if (mutation.meta?.["quiet"]) return;
      feedback.error(mutationFailed(errorMessage(error)));
    },
  }),
});
