import { startTransition, useState } from "react";

type Opening = { open: boolean; onOpenChange: (isOpen: boolean) => void };

/** For what unfolds: the press is seen first, then all that it opens is drawn; it folds at once. */
export function useDeferredOpen(onOpen?: () => void): Opening {
  const [open, setOpen] = useState(false);
  const onOpenChange = (isOpen: boolean): void => {
    if (!isOpen) return setOpen(false);
    startTransition(() => {
      setOpen(true);
      onOpen?.();
    });
  };
  return { open, onOpenChange };
}
