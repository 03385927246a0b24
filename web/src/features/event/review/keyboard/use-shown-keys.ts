import type { ReviewTab } from "../../../../shared/paging/search.ts";
import type { Shown } from "../ReviewToolbar.tsx";
import { useReviewKeys } from "./review-keys.ts";

type Options = {
  shown: Shown;
  onShown: (shown: Shown) => void;
  tab: ReviewTab;
  onTab: (tab: ReviewTab) => void;
  /** To the first doubtful value, where the cards are not there to do it themselves. */
  onDoubt: () => void;
  /** Discards the chosen label, or recovers it, where its card is not there. */
  onDiscard: () => void;
};

/** What is drawn on the photo, and what stands beside it. */
export function useShownKeys({ shown, onShown, tab, onTab, onDoubt, onDiscard }: Options): void {
  const turn = (what: keyof Shown) => (): void => onShown({ ...shown, [what]: !shown[what] });
  const turnTo = (wanted: ReviewTab) => (): void => {
    if (!shown.panel) onShown({ ...shown, panel: true });
    onTab(tab === wanted ? "picture" : wanted);
  };
  useReviewKeys({
    "show.stickers": turn("stickers"),
    "show.shelves": turn("shelves"),
    "show.discarded": turn("discarded"),
    "view.panel": turn("panel"),
    "view.table": turnTo("table"),
    "view.debug": turnTo("debug"),
    // Cards do this themselves while they are there.
    ...(shown.panel && tab === "picture" ? {} : { "doubt.next": onDoubt, "label.discard": onDiscard }),
  });
}
