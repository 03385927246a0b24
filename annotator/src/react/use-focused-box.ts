import { type FocusEvent, useState } from "react";
import { boxIndexAt } from "./BoxButtons.tsx";

type Focusing = { focused: number | null; onFocus: (event: FocusEvent) => void; onBlur: () => void };

/** Which box has the focus in a way that the browser would show, as it does for the keyboard. */
export function useFocusedBox(): Focusing {
  const [focused, setFocused] = useState<number | null>(null);
  return {
    focused,
    onFocus: ({ target }) => setFocused(target.matches(":focus-visible") ? boxIndexAt(target) : null),
    onBlur: () => setFocused(null),
  };
}
