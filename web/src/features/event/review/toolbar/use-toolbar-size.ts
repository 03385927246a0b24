import { useMedia } from "../../../../shared/browser/use-media.ts";

/** How much the toolbar shows. Rarely used actions move into its menu, so that the bar never scrolls. */
export type ToolbarSize = "wide" | "tight" | "narrow" | "phone";

export function useToolbarSize(): ToolbarSize {
  // Touch buttons of 44 px fill the bar sooner. The side menu takes up to 208 px of the width.
  const isTight = useMedia("(max-width: 1399px), (pointer: coarse) and (max-width: 1599px)");
  const isNarrow = useMedia("(max-width: 900px)");
  const isPhone = useMedia("(max-width: 600px)");
  return isPhone ? "phone" : isNarrow ? "narrow" : isTight ? "tight" : "wide";
}
