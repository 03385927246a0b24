import { QuestionOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ReactElement, Suspense, lazy, useState } from "react";
import { useAuthUser } from "../../../lib/auth.ts";
import { Hint } from "../../../ui/Hint.tsx";
import { useAriaKeys, useHint, usePersonalKeys, useReviewKeys } from "./review-keys.ts";

const KeySheet = lazy(async () => ({ default: (await import("./KeySheet.tsx")).KeySheet }));

/** Opens the sheet of keys, as its key does; loads the person's own keys. Without room there is no button, but still the key. */
export function KeysButton({ isFolded = false }: { isFolded?: boolean }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  usePersonalKeys(useAuthUser().sid);
  useReviewKeys({ "keys.sheet": () => setOpen(true) });
  // Drawn only once it was asked for; then it stays, so that it closes as smoothly as it opened.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const hint = useHint("keys.sheet", "Keys");
  const ariaKeys = useAriaKeys("keys.sheet");
  return (
    <>
      {!isFolded && (
        <Hint title={hint}>
          <Button
            type="text"
            icon={<QuestionOutlined />}
            aria-label="Keys"
            aria-keyshortcuts={ariaKeys}
            onClick={() => setOpen(true)}
          />
        </Hint>
      )}
      {wasOpen && (
        <Suspense>
          <KeySheet isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
