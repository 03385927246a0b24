import { useQueryClient, useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { type ReactElement, useEffect } from "react";
import { errorCode, errorMessage, statusText } from "../shared/api/errors.ts";
import { ErrorScreen, NotFoundScreen } from "../ui/ErrorScreen.tsx";
import { MissingFiles, isMissingFile } from "./MissingFiles.tsx";

/** Replaces a screen whose data or rendering failed. NOT_FOUND also covers what the user may not see. */
export function RouteError({ error, reset }: ErrorComponentProps): ReactElement | null {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const queryClient = useQueryClient();
  const code = errorCode(error);
  useEffect(() => {
    // The next screen asks again: the user may see it by then.
    if (code === "NOT_FOUND")
      queryClient.removeQueries({ type: "inactive", predicate: ({ state }) => errorCode(state.error) === "NOT_FOUND" });
  }, [code, queryClient]);
  if (code === "UNAUTHORIZED") return null; // The query client already navigates to /logout.
  if (code === "NOT_FOUND") return <NotFoundScreen detail={errorMessage(error)} />;
  if (isMissingFile(error)) return <MissingFiles message={error.message} />;
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <ErrorScreen title={statusText(error)} detail={errorMessage(error)} onRetry={retry} />;
}
