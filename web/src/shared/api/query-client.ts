import { shouldRetryQuery, mutationFailed } from "@precount/domain";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { errorCode, errorMessage } from "./errors.ts";
import { feedback } from "../feedback/feedback.ts";

function leaveIfSignedOut(error: unknown): boolean {
  const signedOut = errorCode(error) === "UNAUTHORIZED";
  if (signedOut) feedback.signedOut();
  return signedOut;
}

/**
 * A mutation that shows its own error carries `meta: { quiet: true }`. Signing in carries `meta: { signsIn: true }`:
 * there UNAUTHORIZED means a wrong password, and nobody is sent away for it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => shouldRetryQuery(failures, errorCode(error)),
    },
  },
  queryCache: new QueryCache({ onError: (error) => void leaveIfSignedOut(error) }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => {
      if (!mutation.meta?.["signsIn"] && leaveIfSignedOut(error)) return;
      if (mutation.meta?.["quiet"]) return;
      feedback.error(mutationFailed(errorMessage(error)));
    },
  }),
});
