import { useMedia } from "../../../../shared/browser/use-media.ts";

/** How much of the toolbar is seen at once; what is rare goes into its menu, so that the bar never scrolls. */
export type Room = "wide" | "tight" | "narrow" | "phone";

export function useRoom(): Room {
  // Buttons of 44 px fill the bar sooner; the side menu takes up to 208 px of the width.
  const isTight = useMedia("(max-width: 1399px), (pointer: coarse) and (max-width: 1599px)");
  const isNarrow = useMedia("(max-width: 900px)");
  const isPhone = useMedia("(max-width: 600px)");
  return isPhone ? "phone" : isNarrow ? "narrow" : isTight ? "tight" : "wide";
}
