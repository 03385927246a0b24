import { type FocusEvent, useState } from "react";
import { isInView } from "../viewport.ts";
import { boxIndexOf } from "./BoxButtons.tsx";
import type { OverlayBox } from "./overlay-box.ts";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Options = { boxes: readonly OverlayBox[]; tools: Tools; control: ViewportControl };
type FocusedBox = { focused: number | null; onFocus: (event: FocusEvent) => void; onBlur: () => void };

/** The box with visible keyboard focus. A focused box outside the window is brought into view. */
export function useFocusedBox({ boxes, tools, control }: Options): FocusedBox {
  const [focused, setFocused] = useState<number | null>(null);
  return {
    focused,
    onFocus: ({ target }) => {
      const index = target.matches(":focus-visible") ? boxIndexOf(target) : null;
      setFocused(index);
      const box = boxes.find((candidate) => candidate.index === index);
      const context = tools.context();
      if (box && context && !isInView(context.viewport, box.rect, context.view)) control.show(box.rect);
    },
    onBlur: () => setFocused(null),
  };
}
