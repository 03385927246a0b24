import { startTransition, useState } from "react";

type Opening = { open: boolean; onOpenChange: (isOpen: boolean) => void };

/** Open state for dropdowns: the click is painted first, then the content renders. Closing is immediate. */
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
