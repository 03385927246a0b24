import { type ReactElement, useEffect } from "react";
import { useOnline } from "../shared/browser/use-online.ts";
import { ErrorScreen } from "../ui/ErrorScreen.tsx";
import { Loading } from "../ui/Loading.tsx";

/** The messages of Vite and of the browsers for a script or style sheet that cannot be loaded. */
const MISSING_FILE =
  /^(Unable to preload CSS|Failed to fetch dynamically|error loading dynamically|Importing a module script)/;

export const isMissingFile = (error: unknown): error is Error =>
  error instanceof Error && MISSING_FILE.test(error.message);

/** The message after which the page was loaded again. */
const RELOADED_KEY = "precount-reloaded";

/**
 * Replaces a screen whose files cannot be loaded: the network failed, or an update has replaced them since the page was opened. A failed
 * import is not repeated, so the page is loaded again: once, and as soon as there is a network.
 * @param props.message names the missing file
 */
export function MissingFiles({ message }: { message: string }): ReactElement {
  const isOnline = useOnline();
  const isRepeated = isOnline && sessionStorage.getItem(RELOADED_KEY) === message;
  useEffect(() => {
    if (!isOnline) sessionStorage.removeItem(RELOADED_KEY);
    else if (!isRepeated) {
      sessionStorage.setItem(RELOADED_KEY, message);
      location.reload();
    }
  }, [isOnline, isRepeated, message]);
  if (!isRepeated) return <Loading />;
  return (
    <ErrorScreen
      title="This screen could not be loaded"
      detail="A file of it is missing on the server."
      onRetry={() => location.reload()}
    />
  );
}
