import { type ReactElement, Suspense, lazy, useState } from "react";
import { useAuthUser } from "../../../../shared/session/auth-user.ts";
import { setHelpOpen } from "../../../../shared/help/open-help.ts";
import { usePersonalKeys, useReviewKeys } from "./review-keys.ts";

const KeySheet = lazy(async () => ({ default: (await import("./KeySheet.tsx")).KeySheet }));

/** Loads the user's own keys, and opens the sheet of all keys and the help by their keys. */
export function ReviewKeySheet(): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  usePersonalKeys(useAuthUser().sid);
  useReviewKeys({ "keys.sheet": () => setOpen(true), "help.panel": () => setHelpOpen(true) });
  // Loaded when it opens for the first time. It stays mounted, so that it closes with an animation.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen ? (
    <Suspense>
      <KeySheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
