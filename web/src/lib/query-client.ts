import { MAX_QUERY_RETRIES, mutationFailed } from "@precount/domain";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { errorCode, errorMessage } from "./errors.ts";
import { feedback } from "./feedback.ts";

const WRONG_WHATEVER_ONE_TRIES: ReadonlySet<string> = new Set([
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "BAD_REQUEST",
]);

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
      // Spec §8 and §9: never after UNAUTHORIZED, else fewer than 3 times. What cannot change is not asked again.
      retry: (failures, error) => failures < MAX_QUERY_RETRIES && !WRONG_WHATEVER_ONE_TRIES.has(errorCode(error) ?? ""),
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
