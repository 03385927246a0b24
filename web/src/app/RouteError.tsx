import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { errorCode, errorMessage, statusText } from "../shared/api/errors.ts";
import { ErrorScreen, NotFoundScreen } from "../ui/ErrorScreen.tsx";

/** What a screen shows when its data or the screen itself failed. What one may not see does not exist. */
export function RouteError({ error, reset }: ErrorComponentProps): ReactElement | null {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const code = errorCode(error);
  if (code === "UNAUTHORIZED") return null; // On the way to /logout already.
  if (code === "NOT_FOUND") return <NotFoundScreen />;
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return <ErrorScreen title={statusText(error)} detail={errorMessage(error)} onRetry={retry} />;
}
