import { type ReactElement, Suspense, lazy, useState } from "react";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { setHelpOpen } from "../../../../shared/help/open-help.ts";
import { usePersonalKeys, useReviewKeys } from "./review-keys.ts";

const KeySheet = lazy(async () => ({ default: (await import("./KeySheet.tsx")).KeySheet }));

/** The person's own keys, the sheet of all of them, and the help behind its key; who wants them runs their actions. */
export function Keys(): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  usePersonalKeys(useAuthUser().sid);
  useReviewKeys({ "keys.sheet": () => setOpen(true), "help.panel": () => setHelpOpen(true) });
  // Drawn only once it was asked for; then it stays, so that it closes as smoothly as it opened.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? (
    <Suspense>
      <KeySheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
